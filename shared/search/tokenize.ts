/** One word of a text as the search compares it, with its place in that text in UTF-16 units. */
export interface Token {
  /** Folded: without case and accents. */
  readonly word: string
  readonly start: number
  readonly end: number
  /** Of a pair of characters: where the first one ends. */
  readonly middle?: number
  /** The last character of a run of pairs, once more alone. */
  readonly isTail?: true
}

/** A longer word is found by its beginning. Nobody types more, and what is longer is mostly no word but data. */
const WORD_CHARACTERS = 64

/**
 * A run of a script that puts no space between words, or else a word. A dictionary could find words in such a run, but another version of it would
 * find others. Each character is looked at once.
 */
const RUN =
  /(?<spaceless>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]+)|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]]+/gv
/** Accents of Latin, Greek and Cyrillic; vowel signs of Hebrew and Arabic, which are mostly left out. In other scripts marks are letters. */
const ACCENTS = /[\u0300-\u036F\u0591-\u05C7\u0610-\u061A\u064B-\u065F\u0670]/g
const NOT_IN_WORD = /[^\p{L}\p{N}\p{M}]/gu
/** Letters that people leave the stroke or the ligature out of, and Unicode does not take apart. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' }
/** Most words, which have nothing to fold but their case; and most characters of scripts without spaces, which have nothing at all. */
const ASCII = /^[\0-\x7F]*$/
const SIMPLE_CHARACTER = /^[\u3041-\u3096\u30A1-\u30FA\u4E00-\u9FFF\uAC00-\uD7A3]$/
const PLAIN_LETTERS = /[ßæœøłđıς]/g

/**
 * Pure: the words of a text, the same for the index and for a query. Scripts without spaces give overlapping pairs of characters, so that
 * words of two characters are found, and the last character alone, so that each single one is the beginning of a token. Linear.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: run, index, groups } of text.matchAll(RUN)) {
    if (groups?.['spaceless'] !== undefined) addPairs(tokens, run, index)
    else {
      const folded = foldText(run.slice(0, WORD_CHARACTERS))
      // Only what is no ASCII can become something else than letters and digits.
      const word = ASCII.test(folded) ? folded : folded.replaceAll(NOT_IN_WORD, '')
      if (word !== '') tokens.push({ word, start: index, end: index + run.length })
    }
  }
  return tokens
}

/** Pure: a text without case and accents, and with compatible characters as one. May have another length. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  const folded = text.normalize('NFKD').replaceAll(ACCENTS, '').normalize('NFC').toLowerCase().replaceAll(ACCENTS, '')
  return folded.replaceAll(PLAIN_LETTERS, (letter) => PLAIN[letter] ?? letter)
}

function addPairs(tokens: Token[], run: string, at: number): void {
  let before: { readonly folded: string; readonly start: number } | undefined
  let start = at
  for (const character of run) {
    const end = start + character.length
    const folded = SIMPLE_CHARACTER.test(character) ? character : foldText(character).replaceAll(NOT_IN_WORD, '')
    if (before && folded !== '') tokens.push({ word: before.folded + folded, start: before.start, end, middle: start })
    if (folded !== '') before = { folded, start }
    start = end
  }
  if (before) tokens.push({ word: before.folded, start: before.start, end: start, isTail: true })
}
