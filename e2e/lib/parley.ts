import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { ScriptedModel } from '../model/scriptedModel.ts'
import type { ServerEntry } from './serverEntries.ts'
import type { RunningShell, ShellKind } from './shell.ts'
import { startBrowserShell } from './startBrowserShell.ts'
import { startElectronShell } from './startElectronShell.ts'

/** Parley as one person has it: a data folder, started and ended as often as a spec likes. */
export class Parley {
  readonly kind: ShellKind
  readonly folder = mkdtempSync(join(tmpdir(), 'parley-e2e-'))
  readonly dataDir = join(this.folder, 'data')
  readonly home = join(this.folder, 'home')
  readonly env: Record<string, string> = {}
  /** Addresses beyond this computer that the page of the browser shell tried to load or open. */
  readonly reachedOutside: string[] = []
  readonly #browser: Browser
  readonly #complaints: string[] = []
  readonly #expected: RegExp[] = []
  #running: RunningShell | undefined
  #output = ''

  constructor(kind: ShellKind, browser: Browser) {
    this.kind = kind
    this.#browser = browser
    mkdirSync(this.dataDir)
    mkdirSync(this.home)
  }

  get shell(): RunningShell {
    if (!this.#running) throw new Error('Parley does not run')
    return this.#running
  }

  get ui(): Page {
    return this.shell.page
  }

  writeServers(servers: Readonly<Record<string, ServerEntry>>): void {
    this.writeFile('servers.json', JSON.stringify({ mcpServers: servers }, null, 2))
  }

  useModel(model: ScriptedModel, more: object = {}): void {
    this.writeFile('settings.json', JSON.stringify({ ...model.settings, ...more }, null, 2))
  }

  /** Parley finds this model by itself on first start, where it would look for a model server of this computer. */
  findsOnThisComputer(model: ScriptedModel): void {
    this.env['PARLEY_LOCAL_MODEL_PORTS'] = `${model.port},9,9`
  }

  writeFile(name: string, text: string): void {
    writeFileSync(join(this.dataDir, name), text)
  }

  readFile(name: string): string {
    return readFileSync(join(this.dataDir, name), 'utf8')
  }

  /** A folder of the spec's own, beside the data folder. */
  makeFolder(name: string): string {
    const folder = join(this.folder, name)
    mkdirSync(folder, { recursive: true })
    return folder
  }

  /** What the page may complain about in this spec. Anything else fails it. */
  expectComplaint(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  async launch(): Promise<Page> {
    const start = { dataDir: this.dataDir, home: this.home, env: this.env, args: [] }
    const shell = this.kind === 'browser' ? await startBrowserShell(start, this.#browser) : await startElectronShell(start, this.kind)
    this.#running = shell
    // A page whose host has just been killed may say so.
    const complain = (words: string): void => {
      if (this.#running === shell) this.#complaints.push(words)
    }
    shell.context.on('console', (message) => {
      if (message.type() === 'error') complain(`console: ${message.text()} (${message.location().url})`)
    })
    shell.context.on('weberror', (error) => complain(`error: ${error.error().stack ?? String(error.error())}`))
    // The double answers for its own scheme by itself; here nothing outside is ever reached, and what was tried is kept.
    if (this.kind === 'browser') {
      await shell.context.route(
        ({ href }) => isOutside(href),
        async (route) => {
          this.reachedOutside.push(route.request().url())
          await route.fulfill({ status: 200, contentType: 'text/plain', body: '' })
        },
      )
    }
    await shell.open()
    await shell.page.getByRole('navigation', { name: 'Main' }).waitFor()
    return shell.page
  }

  /** The next address that Parley opens outside of itself. Nothing is opened really. */
  async nextOpenedUrl(): Promise<string> {
    const { electronApp, context } = this.shell
    if (electronApp) {
      return electronApp.evaluate(
        ({ shell }) =>
          new Promise<string>((resolve) => {
            shell.openExternal = async (url) => resolve(url)
          }),
      )
    }
    const request = await context.waitForEvent('request', (asked) => asked.isNavigationRequest() && isOutside(asked.url()))
    for (const page of context.pages()) if (page !== this.ui) await page.close()
    return request.url()
  }

  /** What the native folder dialog will bring. The browser shell shows a picker of its own, which the spec uses. */
  async willPickFolder(path: string): Promise<void> {
    await this.shell.electronApp?.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
    }, path)
  }

  /** What the person says to the native dialog that shows a new or changed command. The browser shell has none. */
  async willConfirmCommands(confirmed: boolean): Promise<void> {
    await this.shell.electronApp?.evaluate(
      ({ dialog }, response) => {
        dialog.showMessageBox = async () => ({ response, checkboxChecked: false })
      },
      confirmed ? 0 : 1,
    )
  }

  async quit(): Promise<void> {
    await this.#end((shell) => shell.quit())
  }

  async kill(): Promise<void> {
    await this.#end((shell) => shell.kill())
  }

  /** What the page complained about and no spec expected. */
  complaints(): readonly string[] {
    return this.#complaints.filter((words) => !this.#expected.some((pattern) => pattern.test(words)))
  }

  /** Everything that Parley printed on stderr, over all its lives. */
  output(): string {
    return this.#output + (this.#running?.output() ?? '')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#running) await this.quit()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 })
  }

  async #end(how: (shell: RunningShell) => Promise<void>): Promise<void> {
    const shell = this.shell
    this.#running = undefined
    await how(shell)
    this.#output += shell.output()
  }
}

function isOutside(url: string): boolean {
  return /^https?:/.test(url) && new URL(url).hostname !== '127.0.0.1'
}
