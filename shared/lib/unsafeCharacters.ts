// Everything that is not drawn, or that changes the order of what is: control characters but tab and newline, bidirectional marks and
// isolates, zero-width characters, fillers, variation selectors, tags, line separators and annotation marks.
const hidden = /(?![\t\n])[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029\uFFF9-\uFFFB\u{1D173}-\u{1D17A}]/u.source
// Where such a character belongs to what is drawn, it is left alone. One at a time: a row of them carries something else.
const scripts = [
  'Arabic',
  'Syriac',
  'Nko',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
]
const letter = `[${[...scripts, 'Malayalam', 'Sinhala', 'Tibetan', 'Myanmar', 'Khmer'].map((name) => `\\p{Script=${name}}`).join('')}\\p{Mn}\\p{Mc}]`
const kept = [
  // A joiner inside of an emoji: family, profession, flag.
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/u.source,
  // The joiners with which Persian, Hindi and their relatives are spelled.
  `(?<=${letter})[\\u200C\\u200D](?=${letter})`,
  // A picture as a picture or as text, and a key with a digit.
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])[\uFE0E\uFE0F]|(?<=[0-9#*])\uFE0F(?=\u20E3)/u.source,
  // The shape of a Chinese character, as Japanese names have it.
  /(?<=\p{Script=Han})[\u{E0100}-\u{E010F}]/u.source,
  // The flags of England, Scotland and Wales, and no other: whatever else is written in these characters is not drawn.
  ...['gbeng', 'gbsct', 'gbwls'].flatMap(flagPieces),
]
const unsafe = new RegExp(`(?!${kept.join('|')})${hidden}`, 'gu')
const runs = new RegExp(`(?:${unsafe.source})+`, 'gu')

export type TextPiece = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'character'; readonly code: string }

/** Pure: a text in pieces, with every character that could hide or reorder others set apart as its code, such as `U+202E`. */
export function splitUnsafe(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  const input = text.replaceAll('\r\n', '\n')
  let from = 0
  for (const match of input.matchAll(unsafe)) {
    if (match.index > from) pieces.push({ kind: 'text', text: input.slice(from, match.index) })
    pieces.push({ kind: 'character', code: codeOf(match[0]) })
    from = match.index + match[0].length
  }
  const rest = input.slice(from)
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

/** Pure: how many such characters a text holds. */
export function countUnsafe(text: string): number {
  return text.match(unsafe)?.length ?? 0
}

/**
 * Pure: a stranger's text as a model is told it: in place of such characters stands how many there were. Their codes would do, too, but a
 * model reads what is written in them.
 */
export function withoutUnsafe(text: string): string {
  return replaceRuns(text, (run) => `‹${countWords(run)}›`)
}

/** Pure: a text without such characters: what hides between the letters of a word does not hide the word from who looks for it. */
export function dropUnsafe(text: string): string {
  return replaceRuns(text, () => '')
}

function replaceRuns(text: string, by: (run: string) => string): string {
  // Most text holds nothing else, and is told apart ten times as quickly.
  if (/^[\t\n\x20-\x7E]*$/.test(text)) return text
  return text.replaceAll('\r\n', '\n').replaceAll(runs, by)
}

function countWords(run: string): string {
  const count = Array.from(run).length
  return count === 1 ? '1 hidden character' : `${count} hidden characters`
}

/** Each character of one flag where it stands whole, so that a longer row of the same characters is not taken for it. */
function flagPieces(place: string): readonly string[] {
  const letters = Array.from(place, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
  const all = [...letters, '\u{E007F}']
  return all.map((_letter, at) => `(?<=\u{1F3F4}${all.slice(0, at).join('')})${all.slice(at).join('')}`)
}
