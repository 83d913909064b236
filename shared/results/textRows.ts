import type { Hits } from './findFolded'

/** A longer line goes on in the next row, also where lines do not wrap. */
export const ROW_CHARACTERS = 1_000
/** A browser draws nothing higher than about so many rows. */
export const MOST_ROWS = 1_500_000
/** A wrapped line ends at a blank, if one is among its last characters. */
const BLANK_AMONG = 24
const FIRST_ROWS = 1024

/** Where the rows of a text begin, as it is shown. */
export interface TextRows {
  readonly count: number
  /** Where each row begins, and at the end where the last one ends. */
  readonly starts: Int32Array
  /** The line of each row, from 1. */
  readonly lines: Int32Array
  readonly lineCount: number
  /** The length of the longest row. */
  readonly longest: number
  /** Whether there are more rows than can be shown. */
  readonly isCut: boolean
}

/**
 * Pure: splits a text into the rows in which it is shown: its lines, of at most so many characters. Linear. In a line that wraps, a wide one
 * counts as two.
 */
export function rowsOf(text: string, characters: number = ROW_CHARACTERS, most: number = MOST_ROWS): TextRows {
  // There may be thousands of short texts.
  let starts = new Int32Array(Math.min(FIRST_ROWS, text.length + 2))
  let lines = new Int32Array(starts.length)
  let count = 0
  let line = 0
  let at = 0
  let longest = 0
  const add = (start: number): void => {
    if (count + 1 >= starts.length) {
      starts = larger(starts)
      lines = larger(lines)
    }
    if (count > 0) longest = Math.max(longest, start - (starts[count - 1] ?? 0))
    starts[count] = start
    lines[count++] = line
  }
  for (; at <= text.length && count < most;) {
    const found = text.indexOf('\n', at)
    const end = found === -1 ? text.length : found
    // The break at the end of a text begins no line.
    if (at === text.length && line > 0) break
    line++
    add(at)
    let next = rowEnd(text, at, end, characters)
    for (; next < end && count < most; next = rowEnd(text, next, end, characters)) add(next)
    // Where there is room for no more, the last row is as long as any.
    at = next < end ? next : end + 1
  }
  const isCut = count >= most && at < text.length
  starts[count] = Math.min(at, text.length)
  longest = Math.max(longest, (starts[count] ?? 0) - (starts[count - 1] ?? 0))
  return { longest, count, starts, lines, lineCount: isCut ? line + linesBehind(text, at) : line, isCut }
}

function rowEnd(text: string, from: number, end: number, characters: number): number {
  const wraps = characters < ROW_CHARACTERS
  let next = wraps ? fitting(text, from, end, characters) : from + characters
  if (next >= end) return end
  if (wraps) {
    for (let blank = next - 1; blank > Math.max(from, next - BLANK_AMONG); blank--) if (text[blank] === ' ') return blank + 1
  }
  // A character of two units stays whole.
  const unit = text.charCodeAt(next)
  if (unit >= 0xdc00 && unit < 0xe000 && characters > 1) next--
  return next
}

/** Where the room for so many plain characters ends. One of the scripts of East Asia takes the room of two, and mostly one of two units. */
function fitting(text: string, from: number, end: number, characters: number): number {
  let left = characters
  for (let at = from; at < end; at++) {
    left -= isWide(text.charCodeAt(at)) ? 2 : 1
    if (left < 0) return Math.max(at, from + 1)
  }
  return end
}

/** By the blocks of Unicode whose characters are wide (UAX #11). */
function isWide(unit: number): boolean {
  if (unit < 0x1100) return false
  if (unit <= 0x115f || (unit >= 0x2e80 && unit <= 0xa4cf && unit !== 0x303f)) return true
  return (unit >= 0xac00 && unit <= 0xd7a3) || (unit >= 0xf900 && unit <= 0xfaff) || (unit >= 0xfe30 && unit <= 0xfe6f) || isFullwidth(unit)
}

const isFullwidth = (unit: number): boolean => (unit >= 0xff00 && unit <= 0xff60) || (unit >= 0xffe0 && unit <= 0xffe6)

/** How many lines begin at this character or behind it. */
function linesBehind(text: string, from: number): number {
  let count = text[from - 1] === '\n' ? 1 : 0
  // The break at the end of a text begins no line.
  for (let at = text.indexOf('\n', from); at !== -1 && at < text.length - 1; at = text.indexOf('\n', at + 1)) count++
  return count
}

function larger(column: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(column.length * 2)
  grown.set(column)
  return grown
}

/** Pure: the row with this character: the last one that begins at or before it. */
export function rowAt({ starts, count }: TextRows, offset: number): number {
  let [low, high] = [0, Math.max(0, count - 1)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** Pure: the first hit that ends behind this character. */
export function firstHitFrom({ places, count }: Hits, offset: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((places[middle * 2 + 1] ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return low
}
