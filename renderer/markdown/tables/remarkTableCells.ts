import { MOST_COLUMNS } from '../../../shared/markdown/growingTable'

/** The part of a Markdown tree node (mdast) that this plugin reads. */
interface Node {
  readonly type: string
  readonly value?: string
  readonly align?: readonly unknown[] | null
  readonly position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } } | undefined
  children?: Node[]
}

/** So many cells of one block are drawn. A table that is a block of its own is drawn in parts, and may have more. */
const CELLS = 2_000

/**
 * Bounds the tables of a block: those in quotes, lists and footnotes. A row has as many cells as the head, whatever is written in it, so that
 * few characters would become a million cells. The rows that are too many follow their table as they are written.
 */
export function remarkTableCells(): (tree: Node, file: { toString(): string }) => void {
  return (tree, file) => void bound(tree, file.toString(), CELLS)
}

/** @returns how many cells are left */
function bound(node: Node, source: string, most: number): number {
  // What has no children must not get a place for some.
  if (!node.children) return most
  let left = most
  node.children = node.children.flatMap((child) => {
    if (child.type !== 'table') {
      left = bound(child, source, left)
      return [child]
    }
    const rows = child.children ?? []
    const columns = Math.max(1, child.align?.length ?? 0)
    const drawn = columns > MOST_COLUMNS ? 0 : Math.min(rows.length, Math.floor(left / columns))
    left -= drawn * columns
    if (drawn === rows.length) return [child]
    const rest: Node = { type: 'paragraph', children: rows.slice(drawn).flatMap((row, index) => asWritten(row, source, index > 0)) }
    child.children = rows.slice(0, drawn)
    return drawn === 0 ? [rest] : [child, rest]
  })
  return left
}

function asWritten({ position }: Node, source: string, isBelow: boolean): readonly Node[] {
  const text: Node = { type: 'text', value: source.slice(position?.start.offset, position?.end.offset) }
  return isBelow ? [{ type: 'break' }, text] : [text]
}
