import { note } from './notes.ts'

interface BoxOptions {
  readonly buttons?: readonly string[]
  readonly cancelId?: number
}

/** Native dialogs. A spec answers one by replacing its function here. Without that, the dialog closes as if Escape were pressed. */
export const dialog = {
  async showOpenDialog(...args: unknown[]): Promise<{ canceled: boolean; filePaths: string[] }> {
    note('showOpenDialog', args.at(-1))
    return { canceled: true, filePaths: [] }
  },
  async showSaveDialog(...args: unknown[]): Promise<{ canceled: boolean; filePath: string }> {
    note('showSaveDialog', args.at(-1))
    return { canceled: true, filePath: '' }
  },
  async showMessageBox(...args: unknown[]): Promise<{ response: number; checkboxChecked: boolean }> {
    const options = args.at(-1) as BoxOptions
    note('showMessageBox', options)
    return { response: options.cancelId ?? 0, checkboxChecked: false }
  },
  showErrorBox(title: string, content: string): void {
    note('showErrorBox', title, content)
    process.stderr.write(`${title}: ${content}\n`)
  },
}
