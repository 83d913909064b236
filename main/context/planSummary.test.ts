import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MessageId } from '../../shared/domain/ids'
import { planSummary, type PlannedMessage } from './planSummary'

const id = (number: number): MessageId => MessageId.parse(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`)
/** A conversation in turn, of messages with so many tokens. */
const path = (...tokens: readonly number[]): readonly PlannedMessage[] =>
  tokens.map((count, index) => ({ id: id(index), role: index % 2 === 0 ? 'user' : 'assistant', tokens: count }))

it('stands for all but the newest messages, as many of those as fit into a quarter of the model', () => {
  expect(planSummary(path(2_000, 2_000, 2_000, 2_000, 1_000, 1_000), 0, 10_000)).toEqual({ through: id(3), messages: 4, tokens: 8_000 })
  expect(planSummary(path(2_000, 2_000, 500, 500, 500, 500), 0, 10_000)).toEqual({ through: id(1), messages: 2, tokens: 4_000 })
})

it('keeps the newest message of the person whatever it takes, and what answers it', () => {
  expect(planSummary(path(2_000, 2_000, 90_000, 5_000), 0, 10_000)).toEqual({ through: id(1), messages: 2, tokens: 4_000 })
})

it('has nothing to say about a first message, about too little, or about what an earlier summary stands for', () => {
  expect(planSummary([], 0, 10_000)).toBeUndefined()
  expect(planSummary(path(90_000), 0, 10_000)).toBeUndefined()
  expect(planSummary(path(10, 10, 10, 10), 0, 10_000)).toBeUndefined()
  expect(planSummary(path(0, 0, 20_000, 20_000), 2, 10_000)).toBeUndefined()
})

it('goes on after an earlier summary, and counts only what became free since', () => {
  expect(planSummary(path(0, 0, 6_000, 6_000, 900, 900), 2, 10_000)).toEqual({ through: id(3), messages: 4, tokens: 12_000 })
})

it('always keeps what begins with a message of the person, and more than was summarised before', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), tokens: fc.nat(9_000) }), { maxLength: 30 }),
      fc.nat(30),
      fc.option(fc.integer({ min: 1_000, max: 200_000 }), { nil: undefined }),
      (messages, before, window) => {
        const all = messages.map((message, index) => ({ ...message, id: id(index) }))
        const summarized = Math.min(before, all.length)
        const plan = planSummary(all, summarized, window)
        if (!plan) return
        expect(plan.messages).toBeGreaterThan(summarized)
        expect(all[plan.messages]?.role).toBe('user')
        expect(all[plan.messages - 1]?.id).toBe(plan.through)
        expect(all.findLastIndex(({ role }) => role === 'user')).toBeGreaterThanOrEqual(plan.messages)
      },
    ),
  )
})
