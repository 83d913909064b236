import { expect, it } from 'vitest'
import { FRAME_MESSAGE_CHARACTERS, MessageBudget, readFrameReport } from './frameMessages'

/** How many of these amounts are taken, one after the other, at the time that the clock shows. */
const taken = (budget: MessageBudget, amounts: readonly number[]): number => amounts.filter((amount) => budget.take(amount)).length
const ones = (count: number): readonly number[] => Array.from({ length: count }, () => 1)

it('B07: a confined document may send a burst, then no faster than its rate, however long it was quiet', () => {
  let now = 0
  const budget = new MessageBudget({ burst: 5, perSecond: 2 }, () => now)
  expect(taken(budget, ones(9))).toBe(5)
  now += 1_000
  expect(taken(budget, ones(9))).toBe(2)
  now += 3_600_000
  expect(taken(budget, ones(9))).toBe(5)
})

it('B07: what is refused takes nothing, so that a document which slows down is heard again', () => {
  let now = 0
  const budget = new MessageBudget({ burst: 2, perSecond: 1 }, () => now)
  taken(budget, ones(2))
  const heard: boolean[] = []
  for (let tries = 0; tries < 16; tries++) {
    now += 125
    heard.push(budget.take())
  }
  expect(heard.filter(Boolean)).toHaveLength(2)
})

it('B07: one long message costs as much as many short ones', () => {
  const budget = new MessageBudget({ burst: 1_000, perSecond: 1 }, () => 0)
  expect([budget.take(900), budget.take(101), budget.take(100), budget.take(1)]).toEqual([true, false, true, false])
})

it('reads each report of the outer document', () => {
  const reports = [
    { parleyFrame: 'confined' },
    { parleyFrame: 'unconfined' },
    { parleyFrame: 'unprotected' },
    { parleyFrame: 'flooded' },
    { parleyFrame: 'late' },
    { parleyFrame: 'message', json: '{"a":1}' },
  ]
  expect(reports.map((report) => readFrameReport(report))).toEqual(reports)
})

it.each([
  undefined,
  null,
  'confined',
  7,
  [],
  {},
  { parleyFrame: 'Confined' },
  { parleyFrame: ['confined'] },
  { parleyFrame: 'message' },
  { parleyFrame: 'message', json: ['{}'] },
  { parleyFrame: 'message', json: 'x'.repeat(FRAME_MESSAGE_CHARACTERS + 1) },
  { parleyFrame: '__proto__' },
])('B07: takes nothing else for a report: %#', (data) => {
  expect(readFrameReport(data)).toBeUndefined()
})

it('keeps nothing of a report but what it knows', () => {
  expect(readFrameReport({ parleyFrame: 'confined', json: 'x', height: 1e9 })).toEqual({ parleyFrame: 'confined' })
})
