import { verdictOf, type Control, type Goal, type Row } from './row'

const head = ['measure', 'Parley', 'compared with', 'ratio or figure', 'goal', 'control', 'met'] as const

function cells(row: Row): readonly string[] {
  const verdict = verdictOf(row)
  return [
    row.measure,
    row.parley,
    row.comparedWith,
    figure(row.value, row.unit),
    row.goal ? goalText(row.goal, row.unit) : '',
    row.control ? controlText(row.control, row.unit) : '',
    verdict === 'missed' ? 'NOT MET' : (verdict ?? ''),
  ]
}

/** Formats the rows for a terminal, with padded columns. */
export function textTable(rows: readonly Row[]): string {
  const lines = [head, ...rows.map(cells)]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Formats the rows for docs/performance.md. */
export function markdownTable(rows: readonly Row[]): string {
  const line = (parts: readonly string[]): string => `| ${parts.map((part) => part.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map((row) => line(cells(row)))].join('\n')
}

function figure(value: number, unit: Row['unit']): string {
  switch (unit) {
    case '%':
      return `${value.toFixed(1)} %`
    case 'times':
      return `${value.toFixed(2)} times`
    case 'MB':
      return `${value.toFixed(3)} MB`
    case 'ms':
      return `${value.toFixed(1)} ms`
    case 'frames':
    case 'needs':
      return `${value.toFixed(0)} ${unit}`
  }
}

function goalText({ limit, inclusive }: Goal, unit: Row['unit']): string {
  return `${inclusive ? 'at most' : 'under'} ${limit} ${unit}`
}

function controlText({ what, value, usual }: Control, unit: Row['unit']): string {
  return `${what} ${figure(value, unit)} (usually up to ${usual.toFixed(unit === 'times' ? 2 : 0)})`
}
