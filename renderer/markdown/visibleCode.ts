import { splitUnsafe } from '../../shared/lib/unsafeCharacters'

/** Pure: what a copy button of code puts on the clipboard: what one sees, without hidden characters and without the newline that would run it. */
export function visibleCode(code: string): string {
  return splitUnsafe(code)
    .flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []))
    .join('')
    .trimEnd()
}
