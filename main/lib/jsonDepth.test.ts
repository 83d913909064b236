import { expect, it } from 'vitest'
import { isWithinDepth } from './jsonDepth'

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

it('measures nesting, at the limit and one over, also where a function that calls itself would break', () => {
  expect([
    isWithinDepth('flat', 0),
    isWithinDepth(nested(10), 9),
    isWithinDepth(nested(11), 9),
    isWithinDepth(nested(200_000), 500),
  ]).toEqual([true, true, false, false])
})
