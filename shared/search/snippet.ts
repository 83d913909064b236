import type { Mark } from './searchQuery'

/** How much of a text stands in a list of results, in UTF-16 units. */
const SNIPPET_CHARACTERS = 180
const BEFORE_FIRST_MARK = 40
/** More would not be seen in so short a text. */
const MOST_MARKS = 20

/** The part of a text around what was found, with the places in it that are marked. */
export interface Snippet {
  readonly text: string
  readonly marks: readonly Mark[]
}

/** Pure: a short part of a text around its first mark, in one line. `…` says that there is more. */
export function snippetOf(text: string, marks: readonly Mark[]): Snippet {
  const first = marks[0]?.start ?? 0
  const from = first <= BEFORE_FIRST_MARK ? 0 : wordStart(text, first - BEFORE_FIRST_MARK, first)
  const to = safeEnd(text, Math.min(text.length, from + SNIPPET_CHARACTERS))
  const [before, after] = [from > 0 ? '…' : '', to < text.length ? '…' : '']
  const shift = before.length - from
  const inside = marks.filter(({ start }) => start >= from && start < to).slice(0, MOST_MARKS)
  return {
    // One sign for one sign, so that the marks stay where they are.
    text: before + text.slice(from, to).replaceAll(/\s/gu, ' ') + after,
    marks: inside.map(({ start, end }) => ({ start: start + shift, end: Math.min(end, to) + shift })),
  }
}

/** Where a word begins at or after `at`, but not behind `latest`. */
function wordStart(text: string, at: number, latest: number): number {
  const space = text.slice(at, latest).search(/\s/u)
  return space === -1 ? safeEnd(text, at) : at + space + 1
}

/** The signs that Markdown sets around bold words and code, and before headings. `2**3` and `C#` have none. */
const signs = /(?<![\w*])\*\*(?=\S)|(?<=\S)\*\*(?![\w*])|`+|(?<![^\s…])#{1,6} /g

/**
 * Pure: a piece of Markdown as a line to read: without the signs around words, bold and code, and before headings. What is marked
 * stays whole, and marks stay on their words.
 */
export function withoutMarkdownSigns({ text, marks }: Snippet): Snippet {
  const cuts = [...text.matchAll(signs)]
    .map(({ index, 0: sign }) => ({ start: index, end: index + sign.length }))
    .filter((cut) => marks.every((mark) => cut.end <= mark.start || cut.start >= mark.end))
  const before = (at: number): number => cuts.reduce((sum, { start, end }) => (end <= at ? sum + end - start : sum), 0)
  let from = 0
  const kept = cuts.map(({ start, end }) => {
    const piece = text.slice(from, start)
    from = end
    return piece
  })
  return {
    text: kept.join('') + text.slice(from),
    marks: marks.map(({ start, end }) => ({ start: start - before(start), end: end - before(end) })),
  }
}

/** Never between the two halves of one character. */
function safeEnd(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}
