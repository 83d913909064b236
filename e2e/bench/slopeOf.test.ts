import { expect, it } from 'vitest'
import { slopeOf } from './slopeOf'

it('finds how much one more adds, wherever the line begins', () => {
  expect(slopeOf([1, 20, 100].map((x) => ({ x, y: 100 + 0.25 * x })))).toBeCloseTo(0.25)
})

it('fits points that are not on a line', () => {
  expect(
    slopeOf([
      { x: 0, y: 0 },
      { x: 1, y: 3 },
      { x: 2, y: 2 },
    ]),
  ).toBeCloseTo(1)
})

it('has no answer for points at one place', () => {
  expect(() => slopeOf([{ x: 1, y: 1 }])).toThrow('two places')
})
