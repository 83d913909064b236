import type { AppErrorData } from '../../shared/errors/appError'
import { isMessage } from '../../shared/messages/message'
import type { Translator } from '../../shared/messages/translator'
import { printable } from './printable'

/** Where a command writes: its result on stdout, everything else on stderr. */
export interface Output {
  readonly json: boolean
  /** Makes the words for the person who reads. */
  readonly translator: Translator
  /** The one result of the command: as JSON where that is wanted, else as text for a person. */
  result(value: unknown, asText: () => string): void
  say(line: string): void
}

/** Writes to the streams of this process; `flushed` resolves when a reader has taken everything. */
export function processOutput(json: boolean, translator: Translator): Output & { flushed(): Promise<void> } {
  return {
    json,
    translator,
    result: (value, asText) => {
      const text = json ? plainJson(JSON.stringify(value, null, 2)) : asText()
      process.stdout.write(`${text.replace(/\n$/, '')}\n`)
    },
    say: (line) => void process.stderr.write(`${line}\n`),
    flushed: () => new Promise((resolve) => process.stdout.write('', () => resolve())),
  }
}

/** Pure: a fact in words. What is no fact of Parley's stays as it came. */
export function sayIn(translator: Translator, what: unknown): string {
  return isMessage(what) ? translator.message(what) : String(what)
}

/** Pure: an error for programs: its reason and params, or, where it has none, what was said. */
export function errorJson({ reason, message, hint, ...rest }: AppErrorData): Record<string, unknown> {
  return reason === undefined ? { ...rest, message, ...(hint !== undefined && { hint }) } : { ...rest, reason }
}

/** Pure: the same JSON without a character that a terminal would obey or that turns or hides text: `JSON.stringify` writes out only some. */
export function plainJson(json: string): string {
  return json.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
}

/** Pure: rows as columns that stand under each other. */
export function table(rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map((cell) => printable(cell)))
  const widths = (shown[0] ?? []).map((_cell, column) => Math.max(...shown.map((row) => Array.from(row[column] ?? '').length)))
  return shown
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - Array.from(cell).length))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
