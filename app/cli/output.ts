import { printable } from './printable'

/** Where a command writes: its result on stdout, everything else on stderr. */
export interface Output {
  readonly json: boolean
  result(text: string): void
  say(line: string): void
}

/** Writes to the streams of this process; `flushed` resolves when a reader has taken everything. */
export function processOutput(json: boolean): Output & { flushed(): Promise<void> } {
  return {
    json,
    result: (text) => void process.stdout.write(text.endsWith('\n') ? text : `${text}\n`),
    say: (line) => void process.stderr.write(`${line}\n`),
    flushed: () => new Promise((resolve) => process.stdout.write('', () => resolve())),
  }
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
