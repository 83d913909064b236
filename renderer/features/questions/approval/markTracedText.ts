import type { ArgumentTrace } from '../../../../shared/domain/dataFlow'
import type { JsonValue } from '../../../../shared/lib/json'

/** A part of an argument as shown, and whether it also occurs in an earlier result. */
export interface MarkedPart {
  readonly text: string
  readonly marked: boolean
}

/**
 * Pure: splits the text of one argument, so that parts from earlier results are marked. A trace counts the UTF-16 units of a string. In an
 * argument that is shown as JSON, the traced words are marked wherever they occur.
 */
export function markTracedText(shown: string, value: JsonValue, traces: readonly ArgumentTrace[]): readonly MarkedPart[] {
  const ranges = typeof value === 'string' ? traces : traces.flatMap((trace) => rangesOf(wordsOf(value, trace), shown))
  const parts: MarkedPart[] = []
  let from = 0
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const begin = Math.min(Math.max(start, from), shown.length)
    const stop = Math.min(end, shown.length)
    if (stop <= begin) continue
    if (begin > from) parts.push({ text: shown.slice(from, begin), marked: false })
    parts.push({ text: shown.slice(begin, stop), marked: true })
    from = stop
  }
  if (from < shown.length) parts.push({ text: shown.slice(from), marked: false })
  return parts
}

function wordsOf(value: JsonValue, { path, start, end }: ArgumentTrace): string {
  let leaf: JsonValue | undefined = value
  for (const key of path.slice(1))
    leaf = typeof leaf === 'object' && leaf !== null ? Object.entries(leaf).find(([name]) => name === key)?.[1] : undefined
  return typeof leaf === 'string' ? JSON.stringify(leaf.slice(start, end)).slice(1, -1) : ''
}

function rangesOf(words: string, shown: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = []
  if (words === '') return found
  for (let at = shown.indexOf(words); at !== -1; at = shown.indexOf(words, at + words.length))
    found.push({ start: at, end: at + words.length })
  return found
}
