import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import { taskPollDelay } from './taskPollDelay'

it('TK-03, TK-15: looks at a task as often as the server suggests, a little later but never sooner', () => {
  expect([taskPollDelay(5_000, defaultLimits, 0), taskPollDelay(5_000, defaultLimits, 1)]).toEqual([5_000, 5_500])
  fc.assert(
    fc.property(fc.integer({ min: 250, max: 300_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (suggested, chance) => {
      const delay = taskPollDelay(suggested, defaultLimits, chance)
      return delay >= suggested && delay <= suggested * 1.1 + 1
    }),
  )
})

it('takes no suggestion that would keep it busy or make it wait for ever, and has one of its own', () => {
  expect([0, 1, 1e12, undefined].map((suggested) => taskPollDelay(suggested, defaultLimits, 0))).toEqual([250, 250, 300_000, 2_000])
})
