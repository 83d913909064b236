/** More marks than these on one letter are no writing (UAX 15, "stream-safe text format"). */
const MOST_MARKS = 30

// The last two are marks only once they are normalized.
const marks = String.raw`[\p{Mark}\uFF9E\uFF9F]`
const tooMany = new RegExp(`(${marks}{${MOST_MARKS}})${marks}+`, 'gu')

/** Pure: a stranger's text without heaps of marks. To normalize takes time with the square of how many marks stand behind each other. */
export function limitCombiningMarks(text: string): string {
  return text.replaceAll(tooMany, '$1')
}
