/** Real writing has no more marks on one letter (UAX 15, "stream-safe text format"). */
const MOST_MARKS = 30

// The last two become marks only after normalization.
const marks = String.raw`[\p{Mark}\uFF9E\uFF9F]`
const tooMany = new RegExp(`(${marks}{${MOST_MARKS}})(${marks}+)`, 'gu')

/**
 * Pure: shortens long rows of combining marks in untrusted text. The time of Unicode normalization grows with the square of a row's length.
 */
export function limitCombiningMarks(text: string): string {
  return text.replaceAll(tooMany, '$1')
}

/** Pure: normalizes untrusted text in time that grows with its length only. Marks that no writing has are left out. */
export function normalizeText(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return limitCombiningMarks(text).normalize(form)
}

/** A place in a text where a letter has more marks than any writing has: from where to where, and how many. */
export interface ExcessMarks {
  readonly from: number
  readonly to: number
  readonly count: number
}

/** Pure: finds what `limitCombiningMarks` would remove. A browser draws a letter with thousands of marks for seconds, over all that is near. */
export function excessMarks(text: string): readonly ExcessMarks[] {
  return [...text.matchAll(tooMany)].map(({ index, 1: kept = '', 2: excess = '' }) => {
    const from = index + kept.length
    return { from, to: from + excess.length, count: Array.from(excess).length }
  })
}

/** More excess marks than this in one text take the browser long to lay out. Letters with some too many do not. */
const MANY_EXCESS = 500

/** Pure: whether a text has so many excess marks that a field with it would hold the page up. */
export function hasHeapsOfMarks(text: string): boolean {
  return excessMarks(text).reduce((sum, { count }) => sum + count, 0) > MANY_EXCESS
}
