import { expect, it } from 'vitest'
import { backoffDelay } from './backoffDelay'

it('doubles the pause after every failure up to the longest one, and keeps it for any number of failures', () => {
  const delays = [0, 1, 2, 3, 4, 1_000_000].map((failures) => backoffDelay(failures, { firstMs: 250, mostMs: 3_000 }))
  expect(delays).toEqual([250, 500, 1_000, 2_000, 3_000, 3_000])
})
