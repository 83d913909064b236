import { safeFileName } from '../../shared/lib/safeFileName'
import type { ExportFormat } from '../../shared/domain/transfer/conversationExport'

const extensions = { markdown: 'md', html: 'html', json: 'json' } as const
/** Leaves room for a number and an extension on every file system. */
const LONGEST_TITLE = 80

/** Names the files of an export. No two get the same name, whatever its case. */
export class ExportFileNames {
  /** How many files have each beginning of a name. */
  readonly #taken = new Map<string, number>()

  /** Returns the name of the file of a conversation. */
  next(title: string, format: ExportFormat): string {
    const base = safeFileName((title === '' ? 'conversation' : title).replaceAll(/[/\\]/g, '_').slice(0, LONGEST_TITLE))
    for (;;) {
      const number = (this.#taken.get(base.toLowerCase()) ?? 0) + 1
      this.#taken.set(base.toLowerCase(), number)
      const name = number === 1 ? base : `${base} ${number}`
      // Another title may end with that number.
      if (number > 1 && this.#taken.has(name.toLowerCase())) continue
      if (number > 1) this.#taken.set(name.toLowerCase(), 1)
      return safeFileName(`${name}.${extensions[format]}`)
    }
  }
}

/** Pure: the name of a zip with all conversations. @param at milliseconds */
export function archiveName(at: number): string {
  return `parley-conversations-${new Date(at).toISOString().slice(0, 10)}.zip`
}
