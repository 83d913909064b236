import { expect, it } from 'vitest'
import type { AppViolation } from '../../../../state/appFacts'
import { addViolation } from './appViolations'

const refused = (origin: string, way: 'connect' | 'load', count: number, at = 1): AppViolation => ({
  notice: { kind: 'refused', origin, way, count },
  at,
})
const all = (violations: readonly AppViolation[]): readonly AppViolation[] => violations.reduce(addViolation, [] as readonly AppViolation[])

it('tells each way to a host once, with its last count, in the order in which they were first refused', () => {
  const [first, other, again] = [
    refused('https://a.example', 'connect', 1),
    refused('https://a.example', 'load', 1),
    refused('https://a.example', 'connect', 9, 5),
  ]
  expect(all([first, other, again])).toEqual([again, other])
})

it('B07: an app that makes up violations without end does not fill the memory', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => refused(`https://h${index}.example`, 'connect', 1))
  expect(all(many)).toEqual(many.slice(0, 200))
})
