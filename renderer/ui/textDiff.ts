export interface DiffPiece {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** More than this is not compared word by word: what differs then counts as removed and added as a whole. */
const MOST_COMPARED = 4_000_000
/** Fewer words that stayed between two changes read as a part of them. */
const ISLAND = 3

/** Pure: what became of a text, word by word: removed words, then those in their place. */
export function diffWords(before: string, after: string): readonly DiffPiece[] {
  return diff(tokens(before), tokens(after), ISLAND)
}

/** Pure: the same for data, line by line. */
export function diffLines(before: string, after: string): readonly DiffPiece[] {
  return diff(lines(before), lines(after), 1)
}

function diff(old: readonly string[], now: readonly string[], island: number): readonly DiffPiece[] {
  const start = common(old, now)
  const [oldRest, nowRest] = [old.slice(start), now.slice(start)]
  const end = common(oldRest.toReversed(), nowRest.toReversed())
  const [oldPart, nowPart] = [oldRest.slice(0, oldRest.length - end), nowRest.slice(0, nowRest.length - end)]
  const middle = oldPart.length * nowPart.length > MOST_COMPARED ? replaced(oldPart, nowPart) : compared(oldPart, nowPart)
  const [head, tail] = [
    same(old.slice(0, start), now.slice(0, start)),
    same(oldRest.slice(-end || oldRest.length), nowRest.slice(-end || nowRest.length)),
  ]
  return joined([...head, ...withoutIslands(middle, island), ...tail])
}

/** Pure: how many words a diff adds and removes. */
export function countChanges(pieces: readonly DiffPiece[]): { readonly added: number; readonly removed: number } {
  const words = (kind: DiffPiece['kind']): number =>
    pieces
      .filter((piece) => piece.kind === kind)
      .reduce((sum, { text }) => sum + tokens(text).filter((token) => token.trim() !== '').length, 0)
  return { added: words('added'), removed: words('removed') }
}

/** Words, each with the space before it. */
function tokens(text: string): readonly string[] {
  return text.match(/\s*\S+|\s+$/g) ?? []
}

/** Lines, each with the break before it. */
function lines(text: string): readonly string[] {
  return text.match(/\n?[^\n]+/g) ?? []
}

/** Another space before a word is no change of the word. */
const isSame = (one: string | undefined, other: string | undefined): boolean => one !== undefined && one.trim() === other?.trim()

function common(one: readonly string[], other: readonly string[]): number {
  let count = 0
  while (count < one.length && isSame(one[count], other[count])) count++
  return count
}

/** With the wider of the two spaces, so that it stays apart from whatever is shown before it. */
const wider = (one = '', other = ''): string => (one.length > other.length ? one : other)

const same = (old: readonly string[], now: readonly string[]): readonly DiffPiece[] =>
  now.map((text, index) => ({ kind: 'same', text: wider(old[index], text) }))

function replaced(old: readonly string[], now: readonly string[]): readonly DiffPiece[] {
  return [...old.map((text) => ({ kind: 'removed', text }) as const), ...now.map((text) => ({ kind: 'added', text }) as const)]
}

/** The longest common subsequence of words. */
function compared(old: readonly string[], now: readonly string[]): readonly DiffPiece[] {
  const width = now.length + 1
  const longest = new Uint32Array((old.length + 1) * width)
  const at = (row: number, column: number): number => longest[row * width + column] ?? 0
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = now.length - 1; column >= 0; column--) {
      longest[row * width + column] = isSame(old[row], now[column])
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const pieces: DiffPiece[] = []
  let row = 0
  let column = 0
  while (row < old.length || column < now.length) {
    const [was, is] = [old[row], now[column]]
    if (is !== undefined && isSame(was, is)) {
      pieces.push({ kind: 'same', text: wider(was, is) })
      row++
      column++
    } else if (was !== undefined && (is === undefined || at(row + 1, column) >= at(row, column + 1))) {
      pieces.push({ kind: 'removed', text: was })
      row++
    } else if (is !== undefined) {
      pieces.push({ kind: 'added', text: is })
      column++
    }
  }
  return pieces
}

/** Removed words stand before those in their place, and a word or two that happened to stay does not tear them apart. */
function withoutIslands(pieces: readonly DiffPiece[], shortest: number): readonly DiffPiece[] {
  const result: DiffPiece[] = []
  let removed: DiffPiece[] = []
  let added: DiffPiece[] = []
  let island: DiffPiece[] = []
  const flush = (): void => {
    result.push(...removed, ...added, ...island)
    removed = []
    added = []
    island = []
  }
  for (const piece of pieces) {
    if (piece.kind === 'same') {
      island.push(piece)
      if (island.length >= shortest || removed.length + added.length === 0) flush()
      continue
    }
    removed.push(...island.map(({ text }) => ({ kind: 'removed', text }) as const))
    added.push(...island.map(({ text }) => ({ kind: 'added', text }) as const))
    island = []
    ;(piece.kind === 'removed' ? removed : added).push(piece)
  }
  flush()
  return result
}

function joined(pieces: readonly DiffPiece[]): readonly DiffPiece[] {
  const result: DiffPiece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (last?.kind === piece.kind) result[result.length - 1] = { ...piece, text: last.text + piece.text }
    else result.push(piece)
  }
  return result
}
