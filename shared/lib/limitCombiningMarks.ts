/** Real writing has no more marks on one letter (UAX 15, "stream-safe text format"). */
const MOST_MARKS = 30

// The last two become marks only after normalization.
const marks = String.raw`[\p{Mark}\uFF9E\uFF9F]`
const tooMany = new RegExp(`(${marks}{${MOST_MARKS}})${marks}+`, 'gu')

/**
 * Pure: shortens long rows of combining marks in untrusted text. The time of Unicode normalization grows with the square of a row's length.
 */
export function limitCombiningMarks(text: string): string {
  return text.replaceAll(tooMany, '$1')
}
