import { foldText } from '../search/tokenize'
import { normalizeText } from '../lib/limitCombiningMarks'

/** More places than these are not told apart. */
export const MOST_HITS = 10_000
/** In UTF-16 units. */
const CHUNK = 64 * 1024
const ASCII = /^[\0-\x7F]*$/

export interface Hits {
  /** Where each begins and ends, by turns, in UTF-16 units. In order, without overlaps. */
  readonly places: Int32Array
  readonly count: number
  /** Whether there are more. */
  readonly isCut: boolean
}

export const noHits: Hits = { places: new Int32Array(0), count: 0, isCut: false }

/** Pure: what is looked for, without case and accents, as the functions below take it. */
export function foldWanted(words: string): string {
  return fold(normalizeText(words, 'NFC')).folded
}

/** Pure: whether a text has such words. */
export function holdsFolded(text: string, wanted: string): boolean {
  return (ASCII.test(text) ? text.toLowerCase() : fold(text).folded).includes(wanted)
}

/** Pure: finds words in a text, whatever their case and accents, at most `MOST_HITS` times. Linear in the text. */
export function findFolded(text: string, wanted: string, most: number = MOST_HITS): Hits {
  if (wanted === '') return noHits
  const places: number[] = []
  let end = 0
  let isCut = false
  for (let from = 0; from < text.length && !isCut; from += CHUNK) {
    // What begins in this chunk may end in the next one. A folded text can be shorter than its source.
    const chunk = text.slice(from, from + CHUNK + wanted.length * 4)
    const { folded, starts } = ASCII.test(chunk) ? { folded: chunk.toLowerCase() } : fold(chunk)
    for (let at = folded.indexOf(wanted), last = 0; at !== -1; at = folded.indexOf(wanted, last)) {
      last = at + wanted.length
      const begin = from + (starts ? (starts[at] ?? 0) : at)
      if (begin >= from + CHUNK) break
      // It began in the chunk before.
      if (begin < end) {
        last = at + 1
        continue
      }
      if (places.length === most * 2) {
        isCut = true
        break
      }
      end = from + (starts ? endOf(starts, last, chunk.length) : last)
      places.push(begin, end)
    }
  }
  return { places: Int32Array.from(places), count: places.length / 2, isCut }
}

/** Where the source of a folded text ends: behind a whole character, also where that folds to several. */
function endOf(starts: Int32Array, folded: number, length: number): number {
  let end = folded
  while (starts[end] !== undefined && starts[end] === starts[end - 1]) end++
  return starts[end] ?? length
}

/** What characters fold to that are not plain. Most texts have few different ones. */
const folds = new Map<string, string>()
const MOST_FOLDS = 10_000

function foldCharacter(character: string): string {
  const known = folds.get(character)
  if (known !== undefined) return known
  if (folds.size >= MOST_FOLDS) folds.clear()
  const folded = foldText(character)
  folds.set(character, folded)
  return folded
}

/** Folds character by character. `starts[i]` is where the source of `folded[i]` begins. */
function fold(text: string): { readonly folded: string; readonly starts: Int32Array } {
  const parts: string[] = []
  const starts: number[] = []
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at)
    const length = unit >= 0xd800 && unit < 0xdc00 && at + 1 < text.length ? 2 : 1
    const character = text.slice(at, at + length)
    const plain = unit < 0x80 ? character.toLowerCase() : foldCharacter(character)
    for (let index = 0; index < plain.length; index++) starts.push(at)
    parts.push(plain)
    at += length
  }
  return { folded: parts.join(''), starts: Int32Array.from(starts) }
}
