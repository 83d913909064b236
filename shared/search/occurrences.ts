import type { Mark } from './searchQuery'
import { foldText } from './tokenize'

/** Says where something is in a text, in order and without overlaps. */
export type FindOccurrences = (text: string) => readonly Mark[]

/**
 * Pure: what finds a text inside another one, also in the middle of words, whatever their case and accents, and as often as it is there.
 * Any white space equals any other. Linear in the text.
 */
export function occurrencesOf(wanted: string): FindOccurrences {
  const needle = foldCharacters(wanted.trim().normalize('NFC')).folded
  return (text) => (needle === '' ? [] : findAll(text, needle))
}

function findAll(text: string, needle: string): readonly Mark[] {
  const { folded, starts } = foldCharacters(text)
  const marks: Mark[] = []
  for (let at = folded.indexOf(needle); at !== -1; at = folded.indexOf(needle, at + needle.length)) {
    marks.push({ start: starts[at] ?? 0, end: starts[at + needle.length] ?? text.length })
  }
  return marks
}

/** Folds character by character, and keeps where each came from: `starts[i]` is where the source of `folded[i]` begins. */
function foldCharacters(text: string): { readonly folded: string; readonly starts: readonly number[] } {
  const starts: number[] = []
  let folded = ''
  let at = 0
  let wasSpace = false
  for (const character of text) {
    const isSpace = /\s/u.test(character)
    const plain = isSpace ? (wasSpace ? '' : ' ') : foldText(character)
    for (let index = 0; index < plain.length; index++) starts.push(at)
    folded += plain
    wasSpace = isSpace
    at += character.length
  }
  return { folded, starts }
}
