/** So much work holds the page up for less time than a person notices. The unit is that of `Measured`. */
export const AT_ONCE = 400

/** The slices from `from` up to, but not with, `to`. */
export interface DrawnRange {
  readonly from: number
  readonly to: number
}

/**
 * Pure: which slices are drawn when so much work may be done: one to begin with, and its neighbours in turn, those below first. More work
 * never draws less. The first one is drawn whatever its work is.
 */
export function drawnRange(works: readonly number[], most: number, first: number): DrawnRange {
  let from = Math.max(0, Math.min(first, works.length - 1))
  let to = from
  let left = most
  for (let isBelow = true; from > 0 || to < works.length; isBelow = !isBelow) {
    if (isBelow ? to >= works.length : from === 0) continue
    left -= works[isBelow ? to : from - 1] ?? 0
    if (left < 0 && to > from) break
    if (isBelow) to += 1
    else from -= 1
  }
  return { from, to }
}
