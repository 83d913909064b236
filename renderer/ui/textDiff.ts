import { diffArrays } from 'diff'

export interface DiffPiece {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** A run of consecutive tokens of one kind. */
interface Run {
  readonly kind: DiffPiece['kind']
  readonly count: number
}

/** The texts come from strangers. The search time grows with edits × edits and edits × tokens, so both are limited. */
const MAX_EDITS = 1_000
const MAX_STEPS = 20_000_000
/** A shorter run of unchanged words between two changes counts as part of them. */
const SHORTEST_KEPT = 3

/**
 * Pure: compares two texts word by word. Removed words come before their replacements. A change of the space before a word does not count.
 * If there are too many changes for a short search, everything between the common beginning and end counts as removed and added.
 * @param shortestKept a shorter run of unchanged words counts as removed and added again
 */
export function diffWords(before: string, after: string, shortestKept = SHORTEST_KEPT): readonly DiffPiece[] {
  return diffTokens(words(before), words(after), shortestKept)
}

/** Pure: compares data line by line in the same way. */
export function diffLines(before: string, after: string): readonly DiffPiece[] {
  return diffTokens(lines(before), lines(after), 1)
}

/** Pure: counts the words that a diff adds and removes. */
export function countChanges(pieces: readonly DiffPiece[]): { readonly added: number; readonly removed: number } {
  const count = (kind: DiffPiece['kind']): number =>
    pieces
      .filter((piece) => piece.kind === kind)
      .reduce((sum, { text }) => sum + words(text).filter((word) => word.trim() !== '').length, 0)
  return { added: count('added'), removed: count('removed') }
}

/** Splits a text into words, each with the space before it. */
function words(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\S)(?=\s)/)
}

/** Splits a text into lines, each with the line break before it. */
function lines(text: string): readonly string[] {
  return text.match(/\n?[^\n]+/g) ?? []
}

function diffTokens(old: readonly string[], now: readonly string[], shortestKept: number): readonly DiffPiece[] {
  const idOf = numbering()
  return piecesOf(old, now, withoutShortRuns(diffRuns(old.map(idOf), now.map(idOf)), shortestKept))
}

/** Gives equal words equal numbers, because words may be long and are compared many times. */
function numbering(): (token: string) => number {
  const ids = new Map<string, number>()
  return (token) => {
    const word = token.trim()
    const id = ids.get(word) ?? ids.size
    ids.set(word, id)
    return id
  }
}

function diffRuns(old: readonly number[], now: readonly number[]): readonly Run[] {
  const start = commonStart(old, now)
  const [oldRest, nowRest] = [old.slice(start), now.slice(start)]
  const end = commonStart(oldRest.toReversed(), nowRest.toReversed())
  const middle = diffMiddle(oldRest.slice(0, oldRest.length - end), nowRest.slice(0, nowRest.length - end))
  return [{ kind: 'same', count: start }, ...middle, { kind: 'same', count: end }]
}

function commonStart(one: readonly number[], other: readonly number[]): number {
  const first = one.findIndex((id, index) => id !== other[index])
  return first === -1 ? one.length : first
}

function diffMiddle(old: number[], now: number[]): readonly Run[] {
  const maxEditLength = Math.min(MAX_EDITS, Math.floor(MAX_STEPS / (old.length + now.length + 1)))
  const changes = diffArrays(old, now, { maxEditLength })
  if (changes) return changes.map(({ added, removed, count }) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', count }))
  return [
    { kind: 'removed', count: old.length },
    { kind: 'added', count: now.length },
  ]
}

/** Puts removed words before their replacements, and joins changes that only one or two unchanged words separate. */
function withoutShortRuns(runs: readonly Run[], shortestKept: number): readonly Run[] {
  const result: Run[] = []
  let removed = 0
  let added = 0
  let kept = 0
  const flush = (): void => {
    result.push({ kind: 'removed', count: removed }, { kind: 'added', count: added }, { kind: 'same', count: kept })
    removed = added = kept = 0
  }
  for (const { kind, count } of runs.filter((run) => run.count > 0)) {
    if (kind === 'same') {
      kept = count
      if (count >= shortestKept || removed + added === 0) flush()
      continue
    }
    removed += kept + (kind === 'removed' ? count : 0)
    added += kept + (kind === 'added' ? count : 0)
    kept = 0
  }
  flush()
  return result
}

function piecesOf(old: readonly string[], now: readonly string[], runs: readonly Run[]): readonly DiffPiece[] {
  let [row, column] = [0, 0]
  const pieces = runs.map(({ kind, count }): DiffPiece => {
    const [was, is] = [old.slice(row, row + count), now.slice(column, column + count)]
    if (kind !== 'added') row += count
    if (kind !== 'removed') column += count
    return {
      kind,
      text: kind === 'removed' ? was.join('') : kind === 'added' ? is.join('') : is.map((text, n) => wider(was[n], text)).join(''),
    }
  })
  return pieces.filter(({ text }) => text !== '')
}

/** Takes the wider of the two spaces, so that the word stays apart from the text before it. */
const wider = (one = '', other = ''): string => (one.length > other.length ? one : other)
