import { splitUnsafe } from '../../shared/lib/unsafeCharacters'

/** Pure: a text as it stands in a page, also as the value of an attribute in double quotation marks. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}

/** Pure: the text of what a parser of Markdown has escaped: it writes these four entities and no others. */
export function unescapeHtml(html: string): string {
  return html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

const PLAIN = /^[\n\t\x20-\x7E]*$/

/** Pure: escaped text in which each character that hides or reorders others is written out. Such a character takes about twenty then. */
export function markHidden(html: string): string {
  if (PLAIN.test(html)) return html
  return splitUnsafe(html)
    .map((piece) => (piece.kind === 'text' ? piece.text : `<mark>${escapeHtml(piece.code)}</mark>`))
    .join('')
}

const PIECE = 100_000

/** Pure: a text as it was written, with its line breaks, in pieces. None ends within a character. */
export function* textAsWritten(text: string): Generator<string> {
  yield '<div class="text" dir="auto">'
  for (let from = 0; from < text.length;) {
    const next = text.charCodeAt(from + PIECE)
    const to = from + PIECE + (next >= 0xdc00 && next <= 0xdfff ? 1 : 0)
    yield escapeHtml(text.slice(from, to))
    from = to
  }
  yield '</div>\n'
}
