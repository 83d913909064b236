import { matchTerms, parseQuery, type Mark } from '../../../../shared/search/searchQuery'
import { occurrencesOf, type FindOccurrences } from '../../../../shared/search/occurrences'
import type { MarkedPlace } from '../../../state/markedPlace'

/** Elements whose texts are no part of what follows them. */
const BLOCK = 'p, li, td, th, pre, div, h1, h2, h3, h4, h5, h6, blockquote, summary, button'

/** Pure: what finds the words of a place in a text. */
export function finderOf({ words, by }: Pick<MarkedPlace, 'words' | 'by'>): FindOccurrences {
  if (by === 'text') return occurrencesOf(words)
  if (by === 'words') {
    const finders = words.split(/\s+/u).filter(Boolean).map(occurrencesOf)
    return (text) => finders.flatMap((find) => find(text)).toSorted(byStart)
  }
  const terms = parseQuery(words)
  return (text) => {
    const all = matchTerms(text, terms)
    return all.length > 0 ? all : terms.flatMap((term) => matchTerms(text, [term])).toSorted(byStart)
  }
}

const byStart = (one: Mark, other: Mark): number => one.start - other.start

/** Returns where something is in the text of an element, as it is on the screen. */
export function rangesIn(element: Element, find: FindOccurrences): readonly Range[] {
  const nodes: { readonly node: Text; readonly start: number }[] = []
  let text = ''
  let block: Element | null | undefined
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // The source of a formula stands beside its picture, and the number of a line before it.
    if (!(node instanceof Text) || node.parentElement?.closest('.katex, [aria-hidden="true"]')) continue
    const own = node.parentElement?.closest(BLOCK)
    if (block !== undefined && own !== block) text += '\n'
    block = own
    nodes.push({ node, start: text.length })
    text += node.data
  }
  return find(text).flatMap((mark) => rangeOf(nodes, mark) ?? [])
}

function rangeOf(nodes: readonly { readonly node: Text; readonly start: number }[], { start, end }: Mark): Range | undefined {
  const first = nodeAt(nodes, start)
  const last = nodeAt(nodes, end - 1)
  if (!first || !last) return undefined
  const range = document.createRange()
  range.setStart(first.node, Math.min(start - first.start, first.node.length))
  range.setEnd(last.node, Math.min(end - last.start, last.node.length))
  return range
}

/** The text node with this character: the last one that begins at or before it. */
function nodeAt(nodes: readonly { readonly node: Text; readonly start: number }[], at: number) {
  let [low, high] = [0, nodes.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((nodes[middle]?.start ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return nodes[low]
}

/** Draws marks: on all ranges, and stronger on the one in front. Without a range, none. */
export function drawMarks(ranges: readonly Range[], front: Range | undefined): void {
  // An older browser has no such marks; the place is still scrolled to.
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return
  CSS.highlights.set('found', new Highlight(...ranges.filter((range) => !front || !isSame(range, front))))
  CSS.highlights.set('found-front', new Highlight(...(front ? [front] : [])))
}

function isSame(one: Range, other: Range): boolean {
  return one.startContainer === other.startContainer && one.startOffset === other.startOffset
}
