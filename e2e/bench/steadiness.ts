import { median } from './percentile'
import type { Control } from './row'

const WIDEST = 1.5

/**
 * Returns the control of a ratio: how much the side without Parley differed from itself between blocks that ran one after the other. The band is
 * half of the room that the goal leaves above 1, and never wider than one and a half times.
 * @param values what was measured of that side, in the order of the blocks
 * @param limit the highest ratio that meets the goal
 */
export function steadiness(side: string, values: readonly number[], limit: number): Control {
  const ratios = values.slice(1).map((value, index) => {
    const before = values[index] ?? Number.NaN
    return Math.max(value / before, before / value)
  })
  return { what: `${side} against itself`, value: median(ratios), usual: Math.min(1 + (limit - 1) / 2, WIDEST) }
}
