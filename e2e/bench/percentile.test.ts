import { expect, it } from 'vitest'
import { median, percentile } from './percentile'

it('gives the value that a share of the others does not exceed, in whatever order they come', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => ((index * 37) % 100) + 1)
  expect([0, 0.5, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([1, 50, 99, 100])
})

it('takes the mean of two in the middle', () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([7])]).toEqual([2, 2.5, 7])
})

it('has no answer for nothing', () => {
  expect(() => median([])).toThrow('nothing')
})
