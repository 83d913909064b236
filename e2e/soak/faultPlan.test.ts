import fc from 'fast-check'
import { expect, it } from 'vitest'
import { planFaults } from './faultPlan'
import { createRandom } from './random'

const MINUTE = 60_000
const kinds = (durationMs: number, seed: number) => planFaults(durationMs, createRandom(seed)).map(({ kind }) => kind)

it('is the same for the same seed, in order, and within the time', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 90 }), (seed, minutes) => {
      const plan = planFaults(minutes * MINUTE, createRandom(seed))
      expect(plan).toEqual(planFaults(minutes * MINUTE, createRandom(seed)))
      const times = plan.map(({ at }) => at)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times.every((at) => at >= 0 && at < minutes * MINUTE)).toBe(true)
    }),
  )
})

it('has each small fault and one kill in a minute', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const planned = kinds(MINUTE, seed)
      expect(new Set(planned)).toEqual(new Set(['kill', 'crash', 'sleep', 'cut', 'hang', 'change']))
      expect(planned.filter((kind) => kind === 'kill')).toHaveLength(1)
    }),
  )
})

it('ends Parley never in one life, and has all other faults', () => {
  const planned = planFaults(20 * MINUTE, createRandom(1), true).map(({ kind }) => kind)
  expect(new Set(planned)).toEqual(new Set(['crash', 'sleep', 'cut', 'hang', 'change']))
})

it('ends Parley every few minutes of an hour, by killing it twice most of the time', () => {
  const planned = kinds(60 * MINUTE, 1)
  expect([planned.filter((kind) => kind === 'kill').length, planned.filter((kind) => kind === 'quit').length]).toEqual([18, 2])
})
