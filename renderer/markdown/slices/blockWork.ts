import type { MarkdownBlock } from '../../../shared/markdown/splitMarkdown'
import { rowsPerPart } from '../../../shared/markdown/growingTable'
import { AT_ONCE } from './drawnRange'
import { MOST_LINES, type Measured } from './slicesOf'

/** What a block costs before anything is in it: about that of so many lines of a list. */
const EACH = 5
/** A block of code has a frame with buttons, and its colours come a little later, for all at once. */
const EACH_CODE = 30
const PER_MARK = 0.3
const PER_LINE_OF_CODE = 0.1
const CHARACTERS_PER_UNIT = 50
const CHARACTERS_PER_LINE = 90

const known = new WeakMap<MarkdownBlock, Measured>()

/** Pure: about how much work it is to draw a block, and how many lines tall it is. The same block is measured once. */
export function blockWork(block: MarkdownBlock): Measured {
  const before = known.get(block)
  if (before) return before
  const measured = measure(block)
  known.set(block, measured)
  return measured
}

function measure({ kind, text, table }: MarkdownBlock): Measured {
  if (table) {
    const rows = (table.parts.length - 1) * rowsPerPart(table.columns) + (table.parts.at(-1)?.split('\n').length ?? 0)
    // It fills a slice whatever it holds, so that it stays in its slice while it grows.
    return { work: Math.min(AT_ONCE, EACH + (1 + rows) * table.columns), lines: MOST_LINES }
  }
  const count = (mark: RegExp): number => text.length - text.replaceAll(mark, '').length
  const breaks = count(/\n/g) + 1
  const lines = Math.max(breaks, Math.ceil(text.length / CHARACTERS_PER_LINE))
  if (kind === 'fence') return { work: Math.min(AT_ONCE, EACH_CODE + breaks * PER_LINE_OF_CODE), lines }
  const work = EACH + breaks + count(/[|]/g) + count(/[*_~[\]$\\`]/g) * PER_MARK + text.length / CHARACTERS_PER_UNIT
  // Details, and text that is shown as it is written, like the parts of a table, are drawn in slices of their own.
  return { work: Math.min(AT_ONCE, work), lines }
}
