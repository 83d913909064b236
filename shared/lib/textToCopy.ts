import { splitUnsafe } from './unsafeCharacters'

/**
 * Pure: returns the text that a code block's copy button copies: the visible text, without hidden characters. It also drops the final
 * newline, which would run the code in a terminal.
 */
export function textToCopy(code: string): string {
  return splitUnsafe(code)
    .flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []))
    .join('')
    .trimEnd()
}
