import type { Mark } from './searchQuery'
import { foldText } from './tokenize'

/** Says where something is in a text, in order and without overlaps. */
export type FindOccurrences = (text: string) => readonly Mark[]

/**
 * What a reader takes for one character, and all white space between two of them: a letter with its marks, a syllable written in its parts, an
 * emoji of several, a flag. No writing has more marks on a letter, so that each piece is short. A run of ASCII letters, which have no marks, is one.
 */
const CHARACTER =
  /([!-~]+)(?=[\s!-~]|$)|\s+|\p{RI}{2}\p{M}{0,30}|[\u1100-\u115F\uA960-\uA97C\uAC00-\uD7A3][\u1160-\u11FF\uD7B0-\uD7FB]{1,4}\p{M}{0,30}|\P{M}[\p{M}\p{Emoji_Modifier}]{0,30}(?:\u200D[^\s\p{M}][\p{M}\p{Emoji_Modifier}]{0,30}){0,9}|\p{M}{1,30}/gu

/**
 * Pure: what finds a text inside another one, also in the middle of words, whatever their case and accents, and as often as it is there.
 * Any white space equals any other. A mark holds whole characters as a reader sees them. Linear in the text.
 */
export function occurrencesOf(wanted: string): FindOccurrences {
  const needle = foldCharacters(wanted.trim()).folded
  return (text) => (needle === '' ? [] : findAll(text, needle))
}

function findAll(text: string, needle: string): readonly Mark[] {
  const { folded, starts } = foldCharacters(text)
  const marks: Mark[] = []
  let last = 0
  for (let at = folded.indexOf(needle); at !== -1; at = folded.indexOf(needle, last)) {
    last = at + needle.length
    // A character that folds to several is marked as a whole: `ß` for `s`.
    while (starts[last] !== undefined && starts[last] === starts[last - 1]) last++
    marks.push({ start: starts[at] ?? 0, end: starts[last] ?? text.length })
  }
  return marks
}

/** Folds character by character, and keeps where each came from: `starts[i]` is where the source of `folded[i]` begins. */
function foldCharacters(text: string): { readonly folded: string; readonly starts: readonly number[] } {
  const starts: number[] = []
  const parts: string[] = []
  for (const { 0: character, 1: run, index } of text.matchAll(CHARACTER)) {
    const plain = run === undefined ? foldCharacter(character) : run.toLowerCase()
    for (let unit = 0; unit < plain.length; unit++) starts.push(run === undefined ? index : index + unit)
    parts.push(plain)
  }
  return { folded: parts.join(''), starts }
}

function foldCharacter(character: string): string {
  if (/^\s/u.test(character)) return ' '
  const folded = foldText(character)
  // An accent that stands alone would be white space.
  return /^\s*$/u.test(folded) && !/^\p{M}/u.test(character) ? character : folded
}
