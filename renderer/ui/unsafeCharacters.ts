// Control characters but tab and newline; bidirectional marks, embeddings and isolates; zero-width and invisible fillers;
// line separators; tags. A joiner between two pictographs is part of an emoji and is left alone.
const unsafe =
  /(?!(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic}))[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]|[\u115F\u1160]|[\u17B4\u17B5]|[\u180B-\u180F]|\u034F/gu

export type TextPiece = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'character'; readonly code: string }

/** Pure: a text in pieces, with every character that could hide or reorder others set apart as its code, such as `U+202E`. */
export function splitUnsafe(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  for (const match of text.replaceAll('\r\n', '\n').matchAll(unsafe)) {
    if (match.index > from) pieces.push({ kind: 'text', text: match.input.slice(from, match.index) })
    pieces.push({ kind: 'character', code: codeOf(match[0]) })
    from = match.index + match[0].length
  }
  const rest = text.replaceAll('\r\n', '\n').slice(from)
  if (rest !== '') pieces.push({ kind: 'text', text: rest })
  return pieces
}

/** Pure: a text as one plain string, with such characters written out; for names, titles and labels. */
export function plainText(text: string): string {
  return splitUnsafe(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : `‹${piece.code}›`))
    .join('')
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
