import { expect, it } from 'vitest'
import { steadiness } from './steadiness'

it('finds how much a side differs from itself, in either direction, and is not moved by one block', () => {
  expect(steadiness('SDK', [10, 20, 10, 20], 1.3).value).toBe(2)
  expect(steadiness('SDK', [10, 10, 10, 90, 10, 10, 10], 1.3).value).toBe(1)
})

it('allows half of the room that the goal leaves', () => {
  expect([1.1, 1.3, 1.5, 3, 15].map((limit) => steadiness('SDK', [1, 1], limit).usual)).toEqual([1.05, 1.15, 1.25, 1.5, 1.5])
})
