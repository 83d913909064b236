import { normalizeText } from './limitCombiningMarks'
import { plainText } from './unsafeCharacters'

/** Scripts that one word may combine. Any other mixture in a name counts as deceptive (Unicode TS 39, "highly restrictive"). */
const writtenTogether = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

const scripts = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['Han', /\p{Script=Han}/u],
  ['Hiragana', /\p{Script=Hiragana}/u],
  ['Katakana', /\p{Script=Katakana}/u],
  ['Bopomofo', /\p{Script=Bopomofo}/u],
  ['Hangul', /\p{Script=Hangul}/u],
] as const

/** Letters, and the plain Latin letters that they imitate (a part of Unicode TS 39, confusables). */
const looksLike = new Map(
  (
    [
      ['а ạ ɑ α ᴀ', 'a'],
      ['ь в ʙ', 'b'],
      ['с ϲ ⅽ ᴄ', 'c'],
      ['ԁ ⅾ ᴅ', 'd'],
      ['е ё є ҽ ε ᴇ', 'e'],
      ['ꜰ', 'f'],
      ['ɡ ց ɢ', 'g'],
      ['һ հ н ʜ', 'h'],
      ['і ı ι ⅰ ɪ', 'i'],
      ['ј ᴊ', 'j'],
      ['к κ ᴋ', 'k'],
      ['ӏ ⅼ ʟ', 'l'],
      ['м ᴍ', 'm'],
      ['п η ո ɴ', 'n'],
      ['о ο օ σ ᴏ', 'o'],
      ['р ρ ᴘ', 'p'],
      ['ԛ գ', 'q'],
      ['г ʀ', 'r'],
      ['ѕ ꜱ', 's'],
      ['т τ ᴛ', 't'],
      ['υ ս ᴜ', 'u'],
      ['ѵ ν ⅴ ᴠ', 'v'],
      ['ԝ ѡ ω ᴡ', 'w'],
      ['х χ ⅹ', 'x'],
      ['у γ ʏ', 'y'],
      ['ʐ ᴢ', 'z'],
    ] as const
  ).flatMap(([letters, plain]) => letters.split(' ').map((letter) => [letter, plain] as const)),
)

/** Digits and strokes that look like letters in most typefaces. */
const sameStroke: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', l: 'i', '|': 'i', '5': 's' }

export type NamePiece =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'foreign'; readonly text: string; readonly code: string }

/**
 * Pure: splits a name into pieces, and separates every foreign letter. A letter is foreign if its script differs from the rest of its word.
 * It is also foreign if its whole word is not Latin but can be read as Latin. Other words in another script stay whole.
 */
export function splitForeign(name: string): readonly NamePiece[] {
  if (/^\p{ASCII}*$/u.test(name)) return name === '' ? [] : [{ kind: 'text', text: name }]
  const pieces: NamePiece[] = []
  const honest = new Set((name.match(/[\p{Letter}\p{Mark}]+/gu) ?? []).flatMap((word) => (canBeReadAsLatin(word) ? [] : [...usedIn(word)])))
  for (const [word] of name.matchAll(/[\p{Letter}\p{Mark}]+|[^\p{Letter}\p{Mark}]+/gu)) {
    const isForeign = foreignIn(word, honest)
    for (const character of word) {
      const last = pieces.at(-1)
      if (isForeign(character)) pieces.push({ kind: 'foreign', text: character, code: codeOf(character) })
      else if (last?.kind === 'text') pieces[pieces.length - 1] = { kind: 'text', text: last.text + character }
      else pieces.push({ kind: 'text', text: character })
    }
  }
  return pieces
}

/** Pure: returns a name as plain text, with hidden characters and foreign letters written as codes. For titles, labels and sentences. */
export function plainName(name: string): string {
  return splitForeign(plainText(name))
    .map((piece) => (piece.kind === 'text' ? piece.text : `${piece.text}‹${piece.code}›`))
    .join('')
}

/**
 * Pure: returns a name's visual form. Two names that look alike have the same form (Unicode TS 39, "skeleton"; names of tools are short).
 */
export function skeletonOf(name: string): string {
  // A fast path: nearly all names are ASCII, and there may be thousands.
  if (/^\p{ASCII}*$/u.test(name)) return name.toLowerCase().replaceAll(/[015l|]/g, (stroke) => sameStroke[stroke] ?? stroke)
  const drawn = normalizeText(name, 'NFKC').replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
  return Array.from(drawn.toLowerCase(), (letter) => {
    const latin = looksLike.get(letter) ?? letter
    return sameStroke[latin] ?? latin
  }).join('')
}

/** In letters. Nobody reads more of a name, and thousands of long names would take seconds. */
const LOOKED_AT = 200

/** Pure: what a reader sees of a name that anybody may have chosen: its skeleton, with the spaces as they are drawn. */
export function drawnForm(name: string): string {
  return skeletonOf(name.slice(0, LOOKED_AT))
    .replaceAll(/[\s\u2800]+/g, ' ')
    .trim()
}

/** Pure: for each name that is drawn like another one: that other one. The same name twice does not count. */
export function lookAlikes<Name extends string>(names: readonly Name[]): ReadonlyMap<Name, Name> {
  const groups = Map.groupBy(new Set(names), drawnForm)
  return new Map(
    [...groups.values()].flatMap(([first, ...others]) => {
      const [second] = others
      if (first === undefined || second === undefined) return []
      return [[first, second] as const, ...others.map((name) => [name, first] as const)]
    }),
  )
}

/** Pure: returns a name with similar letters replaced by Latin ones: `аррӏе` becomes `apple`. */
export function asLatin(name: string): string {
  return Array.from(normalizeText(name, 'NFKC').toLowerCase(), (letter) => looksLike.get(letter) ?? letter).join('')
}

/** Pure: whether one word mixes scripts that are not written together. Digits, hyphens and accents belong to every script. */
export function isMixed(word: string): boolean {
  const used = usedIn(word)
  return used.size > 1 && !writtenTogether.some((together) => [...used].every((script) => together.includes(script)))
}

/** `honest`: scripts in which the name has a word that cannot be read as Latin. */
function foreignIn(word: string, honest: ReadonlySet<string>): (character: string) => boolean {
  const used = usedIn(word)
  if (isMixed(word)) {
    const home = used.has('Latin') ? 'Latin' : scriptOf(word)
    return (character) => (scriptOf(character) ?? home) !== home
  }
  const poses = canBeReadAsLatin(word) && [...used].every((script) => !honest.has(script))
  return (character) => poses && scriptOf(character) !== undefined
}

/** Whether a word has no Latin letter, but every letter looks like one. */
function canBeReadAsLatin(word: string): boolean {
  const used = usedIn(word)
  return used.size > 0 && !used.has('Latin') && Array.from(word.toLowerCase()).every((letter) => looksLike.has(letter))
}

function usedIn(word: string): ReadonlySet<string> {
  return new Set(Array.from(word).flatMap((character) => scriptOf(character) ?? []))
}

/** The script of the first letter. A script outside the list is 'other'. */
function scriptOf(text: string): string | undefined {
  for (const character of text) {
    if (!/\p{Letter}/u.test(character) || /[\p{Script=Common}\p{Script=Inherited}]/u.test(character)) continue
    return scripts.find(([, expression]) => expression.test(character))?.[0] ?? 'other'
  }
  return undefined
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
