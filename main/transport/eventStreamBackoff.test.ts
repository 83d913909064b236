import { expect, it } from 'vitest'
import { EventStreamBackoff } from './eventStreamBackoff'

it('J16: asks a server that closes every stream at once ever more seldom, and an even one at its own pace', () => {
  let now = 0
  const hasty = new EventStreamBackoff(() => now)
  let opened = 0
  while (now < 600_000) {
    now += hasty.delay(10)
    opened++
  }
  const even = new EventStreamBackoff(() => now)
  const delays = Array.from({ length: 10 }, () => {
    now += 30_000
    return even.delay(1_000)
  })
  expect([opened < 40, new Set(delays)]).toEqual([true, new Set([1_000])])
})

it('J16: takes no pause for a pause, and no wish for a longer one than five minutes', () => {
  const now = 0
  expect([0, 1e12, 5_000].map((asked) => new EventStreamBackoff(() => now).delay(asked))).toEqual([100, 300_000, 5_000])
})
