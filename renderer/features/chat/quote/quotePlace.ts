import { QUOTABLE } from './quotedText'

/** A place on the screen, in CSS pixels from the upper left corner of the window. */
export interface QuotePlace {
  readonly top: number
  readonly left: number
}

/** In CSS pixels. */
interface Size {
  readonly width: number
  readonly height: number
}

const GAP_PX = 4
/** Beside text of the same line, also past the padding of a message of the person. */
const BESIDE_PX = 20
/** What can be pressed, or belongs to somebody else. Nothing lies over it. */
const NEVER_COVERED = 'button, a, summary, input, textarea, iframe, [data-approval-card]'

/**
 * Where a button of this size stands near what is selected: below its end, above its beginning, or beside them. Undefined where these are out
 * of view, or the button would lie over something that can be pressed.
 * @param own the button itself, which may be there already
 */
export function quotePlace(list: Element, range: Range, size: Size, own: Element | null): QuotePlace | undefined {
  const frame = list.getBoundingClientRect()
  const { width, height } = size
  const inFrame = (left: number): number => Math.max(frame.left + GAP_PX, Math.min(left, frame.right - width - GAP_PX))
  const end = edge(range, 'end')
  const start = edge(range, 'start')
  const besideOf = ({ top, bottom }: DOMRect, left: number): QuotePlace => ({ top: (top + bottom - height) / 2, left })
  const places: readonly QuotePlace[] = [
    ...(end ? [{ top: end.bottom + GAP_PX, left: inFrame(end.right - width / 2) }] : []),
    ...(start ? [{ top: start.top - height - GAP_PX, left: inFrame(start.left) }] : []),
    ...(end ? [besideOf(end, end.right + BESIDE_PX)] : []),
    ...(start ? [besideOf(start, start.left - width - BESIDE_PX)] : []),
  ]
  const isInside = ({ top, left }: QuotePlace): boolean =>
    top >= frame.top && top + height <= frame.bottom && left >= frame.left && left + width <= frame.right
  return places.find((place) => isInside(place) && isFree({ ...place, ...size }, own))
}

/** The first or last character of a range, as far as it is in view. */
function edge(range: Range, which: 'start' | 'end'): DOMRect | undefined {
  const [node, offset] = which === 'start' ? [range.startContainer, range.startOffset] : [range.endContainer, range.endOffset]
  const from = which === 'start' ? offset : offset - 1
  // A press that selects a paragraph ends before the first character of what follows it.
  const isInText = node instanceof Text && from >= 0 && from < node.length
  const rect = isInText ? rectOf(node, from) : rectAt(range, which)
  if (!rect) return undefined
  const shown = document.elementsFromPoint((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2)
  // What scrolled out of the list, or of a box in it, is not there.
  const isShown = shown.some((element) =>
    isInText ? element === node.parentElement : element.closest(QUOTABLE) !== null && range.intersectsNode(element),
  )
  return isShown ? rect : undefined
}

function rectOf(node: Text, at: number): DOMRect {
  const character = document.createRange()
  character.setStart(node, at)
  character.setEnd(node, at + 1)
  return character.getBoundingClientRect()
}

function rectAt(range: Range, which: 'start' | 'end'): DOMRect | undefined {
  const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
  return rects.at(which === 'start' ? 0 : -1)
}

/** Whether nothing lies at the corners, the edges and the middle of a place that must not be covered. */
function isFree({ top, left, width, height }: QuotePlace & Size, own: Element | null): boolean {
  return [0, 0.5, 1].every((down) =>
    [0, 0.5, 1].every((right) =>
      document
        .elementsFromPoint(left + right * width, top + down * height)
        .every((element) => own?.contains(element) === true || element.closest(NEVER_COVERED) === null),
    ),
  )
}
