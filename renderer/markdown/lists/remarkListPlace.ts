import type { ListPlace } from './listPlaces'

/** The part of a Markdown tree node (mdast) that this plugin reads. */
interface Node {
  readonly type: string
  children?: Node[]
  start?: number | null
  data?: object
}

/**
 * Numbers the items of a part of a list, and tells screen readers their places in all of it: for them, the parts are lists of their own. It
 * leaves alone what turns out to be another number of items than were counted.
 */
export function remarkListPlace({ before, items, total, start }: ListPlace): (tree: Node) => void {
  return ({ children = [] }) => {
    const [list, another] = children.filter(({ type }) => type === 'list')
    if (!list?.children || another || list.children.length !== items) return
    if (start !== undefined) list.start = start
    for (const [index, item] of list.children.entries()) {
      // Of a list that still grows, the number of its items is not known.
      item.data = { hProperties: { ariaPosInSet: before + index + 1, ariaSetSize: total ?? -1 } }
    }
  }
}
