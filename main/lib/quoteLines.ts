import { replaceUnsafe } from '../../shared/lib/unsafeCharacters'

/** Pure: marks each line of a text, so that the text cannot end its own quotation and go on as somebody else. */
export function quoteLines(text: string): string {
  return replaceUnsafe(text)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}
