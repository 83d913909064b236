import type { MarkdownBlock } from '../../../shared/markdown/splitMarkdown'

/** Where a part of a list stands, that was too long for one block. */
export interface ListPlace {
  /** How many items its earlier parts have. */
  readonly before: number
  /** How many items this part has. */
  readonly items: number
  /** How many items all parts have. Undefined while more may come. */
  readonly total: number | undefined
  /** The number of its first item. Undefined for a list without numbers. */
  readonly start: number | undefined
}

interface Part {
  readonly indent: number
  readonly number: number | undefined
  readonly items: number
}

const ITEM = /^( {0,3})(?:[-*+]|(\d{1,9})[.)])(?:\s|$)/
const known = new WeakMap<MarkdownBlock, Part>()

/**
 * Pure: the places of those blocks that are parts of one list. A part that begins inside of an item is none, and neither is what follows it.
 * @param isWhole whether no more blocks will come
 */
export function listPlaces(blocks: readonly MarkdownBlock[], isWhole: boolean): ReadonlyMap<MarkdownBlock, ListPlace> {
  const places = new Map<MarkdownBlock, ListPlace>()
  for (const run of runsOf(blocks)) {
    const parts = run.map(partOf)
    const total = isWhole ? parts.reduce((sum, { items }) => sum + items, 0) : undefined
    let before = 0
    for (const [at, block] of run.entries()) {
      const { items = 0, number } = parts[at] ?? {}
      places.set(block, { before, items, total, start: startOf(number, parts[0]?.number, before) })
      before += items
    }
  }
  return places
}

/** Pure: whether nothing has to be drawn again for another place. */
export function isSamePlace(one: ListPlace | undefined, other: ListPlace | undefined): boolean {
  return one?.before === other?.before && one?.items === other?.items && one?.total === other?.total && one?.start === other?.start
}

/** The lists that have more than one part. */
function runsOf(blocks: readonly MarkdownBlock[]): readonly (readonly MarkdownBlock[])[] {
  const runs: MarkdownBlock[][] = []
  let run: MarkdownBlock[] = []
  for (const block of blocks) {
    if (run[0] && goesOn(run[0], block)) {
      // The second part is what makes it one of these.
      if (run.length === 1) runs.push(run)
      run.push(block)
    } else run = [block]
  }
  return runs
}

function goesOn(first: MarkdownBlock, block: MarkdownBlock): boolean {
  if (block.continued !== true) return false
  const [head, { items, indent, number }] = [partOf(first), partOf(block)]
  return head.items > 0 && items > 0 && indent <= head.indent + 1 && (number === undefined) === (head.number === undefined)
}

/** Counts on where every item is written as "1.", as Markdown does. */
function startOf(written: number | undefined, first: number | undefined, before: number): number | undefined {
  if (written === undefined || first === undefined) return undefined
  return written > first ? written : first + before
}

function partOf(block: MarkdownBlock): Part {
  const before = known.get(block)
  if (before) return before
  const part = block.kind === 'plain' ? read(block.text) : { indent: 0, number: undefined, items: 0 }
  known.set(block, part)
  return part
}

function read(text: string): Part {
  const lines = text.split('\n')
  const [, blank, number] = ITEM.exec(lines[0] ?? '') ?? []
  if (blank === undefined) return { indent: 0, number: undefined, items: 0 }
  const indent = blank.length
  const items = lines.filter((line) => (ITEM.exec(line)?.[1]?.length ?? Infinity) <= indent + 1).length
  return { indent, number: number === undefined ? undefined : Number(number), items }
}
