import { expect, it } from 'vitest'
import { TokenBucket } from './tokenBucket'

it('lets a burst through, then as many as it is refilled with, and never more than a burst', () => {
  const bucket = new TokenBucket(() => ({ burst: 3, perSecond: 2 }))
  const taken = (now: number): number => [1, 2, 3, 4, 5].filter(() => bucket.take(now)).length
  expect([taken(1_000), taken(1_000), taken(1_400), taken(1_500), taken(2_500), taken(90_000)]).toEqual([3, 0, 0, 1, 2, 3])
})

it('takes nothing away when the clock goes back', () => {
  const bucket = new TokenBucket(() => ({ burst: 2, perSecond: 1 }))
  expect([bucket.take(5_000), bucket.take(1_000), bucket.take(1_000), bucket.take(2_000)]).toEqual([true, true, false, true])
})
