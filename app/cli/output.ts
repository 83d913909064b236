import type { AppErrorData } from '../../shared/errors/appError'
import { isMessage } from '../../shared/i18n/message'
import type { Translator } from '../../shared/i18n/translator'
import { escapeLineForTerminal } from './escapeForTerminal'
import { HeldLines } from './heldLines'

/** The output of a command: its result on stdout, everything else on stderr. */
export interface Output {
  readonly json: boolean
  /** Translates for the person who reads. */
  readonly translator: Translator
  /** Prints the one result of the command: as JSON with `--json`, otherwise as text for a person. */
  result(value: unknown, asText: () => string): void
  say(line: string): void
}

/** The output of this process, on its streams. */
export interface ProcessOutput extends Output {
  /** Resolves like `work`, which asks a person. What is said meanwhile is printed when it ends. */
  holdDuring<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when all output has been written: with what went wrong where the result was not. A reader that has enough of it is no fault. */
  flushed(): Promise<Error | undefined>
}

/** Writes to the streams of this process. */
export function processOutput(json: boolean, translator: Translator): ProcessOutput {
  const lines = new HeldLines(
    (line) => void process.stderr.write(`${line}\n`),
    (count) => translator.t('cli.linesLeftOut', { count }),
  )
  let lost: Error | undefined
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') lost ??= error
  })
  return {
    json,
    translator,
    result: (value, asText) => {
      const text = json ? plainJson(JSON.stringify(value, null, 2)) : asText()
      process.stdout.write(`${text.replace(/\n$/, '')}\n`)
    },
    say: (line) => lines.say(line),
    holdDuring: (work) => lines.holdDuring(work),
    flushed: () => {
      lines.printAll()
      return new Promise((resolve) => process.stdout.write('', () => resolve(lost)))
    },
  }
}

/** Pure: translates a message. Any other value is converted to a string. */
export function sayIn(translator: Translator, what: unknown): string {
  return isMessage(what) ? translator.message(what) : String(what)
}

/** Pure: converts an error for programs: its reason and params, or its message if it has no reason. */
export function errorJson({ reason, message, hint, ...rest }: AppErrorData): Record<string, unknown> {
  return reason === undefined ? { ...rest, message, ...(hint !== undefined && { hint }) } : { ...rest, reason }
}

/**
 * Pure: escapes all characters in JSON that control a terminal, or that reorder or hide text. `JSON.stringify` escapes only some of them.
 */
export function plainJson(json: string): string {
  return json.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
}

/** Pure: formats rows as aligned columns. Each row is one line, whatever a cell holds. */
export function table(rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map(escapeLineForTerminal))
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
