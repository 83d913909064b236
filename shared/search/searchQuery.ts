import { tokenize, type Token } from './tokenize'
import { normalizeText } from '../lib/limitCombiningMarks'

/** The longest query. More is refused: nobody types it. */
export const QUERY_CHARACTERS = 1_000
const MOST_TERMS = 20
const MOST_WORDS_PER_TERM = 50

/** What has to be in a text: words that follow each other. */
export interface SearchTerm {
  readonly words: readonly string[]
  /** Whether a word that only begins like the last one will do. */
  readonly isBeginning: boolean
}

/** A place in a text, in UTF-16 units. */
export interface Mark {
  readonly start: number
  readonly end: number
}

/**
 * Pure: the terms of what a person typed. Each must be found, as the beginning of a word; words in quotation marks must follow each other,
 * as whole words. Nothing else has a meaning: all other signs only separate words.
 */
export function parseQuery(query: string): readonly SearchTerm[] {
  const terms: SearchTerm[] = []
  for (const [index, piece] of normalizeText(query.slice(0, QUERY_CHARACTERS), 'NFC')
    .split(/["“”„«»]/u)
    .entries()) {
    const isQuoted = index % 2 === 1
    for (const text of isQuoted ? [piece] : piece.split(/\s+/u)) {
      const term = termOf(text, isQuoted)
      if (term) terms.push(term)
      if (terms.length === MOST_TERMS) return terms
    }
  }
  return terms
}

function termOf(text: string, isQuoted: boolean): SearchTerm | undefined {
  const tokens = tokenize(text).slice(0, MOST_WORDS_PER_TERM)
  const last = tokens.at(-1)
  if (!last) return undefined
  // A text may go on where the query ends: its last pair is no end of a run.
  const isPair = last.isTail === true && tokens.at(-2)?.middle === last.start
  const words = (isPair ? tokens.slice(0, -1) : tokens).map(({ word }) => word)
  return { words, isBeginning: last.isTail ? !isPair : !isQuoted }
}

/** Pure: where the terms are in a text, in order and without overlaps. Empty where one of them is missing. Linear in the text. */
export function matchTerms(text: string, terms: readonly SearchTerm[]): readonly Mark[] {
  const tokens = tokenize(text)
  const found = terms.map((term) => marksOf(tokens, term))
  return found.some((marks) => marks.length === 0) ? [] : withoutOverlaps(found.flat())
}

function marksOf(tokens: readonly Token[], { words, isBeginning }: SearchTerm): Mark[] {
  const marks: Mark[] = []
  const [first = '', ...others] = words
  const isOne = others.length === 0
  for (const [index, token] of tokens.entries()) {
    if (!fits(token, first, isOne && isBeginning)) continue
    const last = tokens[index + others.length]
    if (!last) break
    const follows = others.every((word, offset) => {
      const next = tokens[index + 1 + offset]
      return next !== undefined && fits(next, word, isBeginning && offset === others.length - 1)
    })
    if (!follows) continue
    const isHalf = last.middle !== undefined && last.word !== (others.at(-1) ?? first)
    marks.push({ start: token.start, end: isHalf ? (last.middle ?? last.end) : last.end })
  }
  return marks
}

function fits({ word }: Token, wanted: string, isBeginning: boolean): boolean {
  // One letter would be the beginning of far too much. In a script without spaces one character is often a word.
  return word === wanted || (isBeginning && canBegin(wanted) && word.startsWith(wanted))
}

/** Pure: whether a word is long enough to be looked for as a beginning. */
export function canBegin(word: string): boolean {
  return word.length > 1 || word.charCodeAt(0) > 0x7ff
}

function withoutOverlaps(marks: readonly Mark[]): readonly Mark[] {
  const ordered = marks.toSorted((one, other) => one.start - other.start || other.end - one.end)
  const kept: Mark[] = []
  for (const mark of ordered) {
    const before = kept.at(-1)
    if (before && mark.start < before.end) kept[kept.length - 1] = { start: before.start, end: Math.max(before.end, mark.end) }
    else kept.push(mark)
  }
  return kept
}
