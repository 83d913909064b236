import { excessMarks } from './limitCombiningMarks'

// Every character that is invisible or that changes the order of visible ones: control characters except tab and newline, bidirectional
// marks and isolates, zero-width characters, fillers, variation selectors, tags, line separators and annotation marks.
const hidden = /(?![\t\n])[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029\uFFF9-\uFFFB\u{1D173}-\u{1D17A}]/u.source
// Such a character is allowed where normal writing needs it. Only one at a time: a row of them may carry hidden data.
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
  // A joiner inside an emoji: family, profession, flag.
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/u.source,
  // The joiners that Persian, Hindi and related languages use in their spelling.
  `(?<=${letter})[\\u200C\\u200D](?=${letter})`,
  // A selector between picture and text form, and the one of a keycap after a digit.
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])[\uFE0E\uFE0F]|(?<=[0-9#*])\uFE0F(?=\u20E3)/u.source,
  // The variant of a Chinese character, as Japanese names use it.
  /(?<=\p{Script=Han})[\u{E0100}-\u{E010F}]/u.source,
  // The flags of England, Scotland and Wales only. Any other text in these characters is invisible.
  ...['gbeng', 'gbsct', 'gbwls'].flatMap(flagPieces),
]
const unsafe = new RegExp(`(?!${kept.join('|')})${hidden}`, 'gu')
const runs = new RegExp(`(?:${unsafe.source})+`, 'gu')

export type TextPiece = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'character'; readonly code: string }

/**
 * Pure: splits a text into pieces. Each character that could hide or reorder others becomes a code, such as `U+202E`, and a row of more
 * combining marks than any writing has becomes one with their number, such as `U+0301 × 20000`.
 */
export function splitUnsafe(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  const input = text.replaceAll('\r\n', '\n')
  let from = 0
  for (const match of input.matchAll(unsafe)) {
    if (match.index > from) pieces.push(...withoutHeaps(input.slice(from, match.index)))
    pieces.push({ kind: 'character', code: codeOf(match[0]) })
    from = match.index + match[0].length
  }
  const rest = input.slice(from)
  if (rest !== '') pieces.push(...withoutHeaps(rest))
  return pieces
}

function withoutHeaps(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let at = 0
  for (const { from, to, count } of excessMarks(text)) {
    pieces.push({ kind: 'text', text: text.slice(at, from) }, { kind: 'character', code: `${codeOf(text.slice(from, to))} × ${count}` })
    at = to
  }
  return at === text.length ? pieces : [...pieces, { kind: 'text', text: text.slice(at) }]
}

/** Pure: returns a text as one plain string, with unsafe characters written as codes. For names, titles and labels. */
export function plainText(text: string): string {
  return splitUnsafe(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : `‹${piece.code}›`))
    .join('')
}

/**
 * Pure: a text for a place that knows no marks, such as a dialog of the system: every character that is invisible, blank, or moves others is
 * written out, also where normal writing needs it. Only the plain space stays.
 */
export function spellOutHidden(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu, (character) => `[${codeOf(character)}]`)
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Pure: counts the unsafe characters in a text. */
export function countUnsafe(text: string): number {
  return text.match(unsafe)?.length ?? 0
}

/**
 * Pure: whether a name holds a character that cannot be seen, or that is drawn like a plain space. It would look like the name without it.
 */
export function holdsInvisible(name: string): boolean {
  return /[\t\n\u2800]|(?! )\p{Zs}/u.test(name) || countUnsafe(name) > 0
}

/**
 * Pure: prepares untrusted text for a model. It replaces unsafe characters with their number. It does not give their codes, because a model
 * could read a hidden text from the codes.
 */
export function replaceUnsafe(text: string): string {
  return replaceRuns(text, (run) => `‹${countWords(run)}›`)
}

/** Pure: removes the unsafe characters from a text, so that they cannot hide a word from a search. */
export function dropUnsafe(text: string): string {
  return replaceRuns(text, () => '')
}

function replaceRuns(text: string, by: (run: string) => string): string {
  // A fast path for ASCII text, which is about ten times faster.
  if (/^[\t\n\x20-\x7E]*$/.test(text)) return text
  return text.replaceAll('\r\n', '\n').replaceAll(runs, by)
}

function countWords(run: string): string {
  const count = Array.from(run).length
  return count === 1 ? '1 hidden character' : `${count} hidden characters`
}

/** Matches each character of one flag only inside the whole sequence, so that a longer row of the same characters does not match. */
function flagPieces(place: string): readonly string[] {
  const letters = Array.from(place, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
  const all = [...letters, '\u{E007F}']
  return all.map((_letter, at) => `(?<=\u{1F3F4}${all.slice(0, at).join('')})${all.slice(at).join('')}`)
}
