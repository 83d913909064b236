import { expect, it } from 'vitest'
import { ConversationId, MessageId, ModelRef } from '../../shared/domain/ids'
import { Database } from '../storage/database'
import { UsageLedger } from './usageLedger'

const conversationId = ConversationId.parse('00000000-0000-4000-8000-000000000001')
const [first, second] = [2, 3].map((number) => MessageId.parse(`00000000-0000-4000-8000-00000000000${number}`))
const sonnet = ModelRef.parse('anthropic/claude-sonnet-4-5')
const local = ModelRef.parse('local/llama')
const price = { input: 3, output: 15 }
/** Noon of a day, in the time of this computer. */
const noon = (month: number, day: number): number => new Date(2026, month - 1, day, 12).getTime()

function conversation() {
  if (!first || !second) throw new Error('Two messages')
  const database = new Database(':memory:')
  database.run("INSERT INTO conversation (id, title, created, updated, model) VALUES (?, '', 0, 0, 'none')", conversationId)
  for (const id of [first, second])
    database.run("INSERT INTO message (id, conversation, role, state, created) VALUES (?, ?, 'assistant', 'done', 0)", id, conversationId)
  return { usage: new UsageLedger(database), first, second, [Symbol.dispose]: () => database.close() }
}

it('keeps what a request cost when it was made', () => {
  using bench = conversation()
  const { usage } = bench
  usage.record({ messageId: bench.first, model: sonnet, tokens: { input: 1_000, output: 100 }, at: noon(11, 2), price })
  usage.record({
    messageId: bench.first,
    model: sonnet,
    tokens: { input: 1_000, output: 100 },
    at: noon(11, 2),
    price: { input: 30, output: 150 },
  })
  expect(usage.ofMessages([bench.first]).get(bench.first)?.cost).toBeCloseTo(0.0045 + 0.045, 12)
})

it('an answer with one request whose price is not known has no cost, and what is known of a conversation says for how many it is not', () => {
  using bench = conversation()
  const { usage } = bench
  const tokens = { input: 1_000, cached: 200, output: 100 }
  usage.record({ messageId: bench.first, model: sonnet, tokens, at: noon(11, 2), price })
  usage.record({ messageId: bench.second, model: local, tokens, at: noon(11, 2) })
  expect(usage.ofMessages([bench.second]).get(bench.second)).toEqual(tokens)
  expect(usage.ofConversation(conversationId)).toEqual({ input: 2_000, cached: 400, output: 200, cost: 0.0045, unpriced: 1 })
  usage.record({ messageId: bench.first, model: sonnet, tokens, at: noon(11, 2) })
  expect(usage.ofMessages([bench.first]).get(bench.first)).not.toHaveProperty('cost')
})

it('counts for a conversation what its title and its summaries used, and loses nothing when it is deleted before they are written down', () => {
  using bench = conversation()
  const { usage } = bench
  const tokens = { input: 1_000, output: 100 }
  usage.record({ messageId: bench.first, model: sonnet, tokens, at: noon(11, 2), price })
  usage.record({ conversationId, model: sonnet, tokens, at: noon(11, 2), price })
  expect(usage.ofConversation(conversationId)).toEqual({ input: 2_000, output: 200, cost: 0.009 })
  const gone = ConversationId.parse('00000000-0000-4000-8000-000000000009')
  usage.record({ conversationId: gone, model: sonnet, tokens, at: noon(11, 2), price })
  expect(usage.ofMonth('2026-11').days).toMatchObject([{ input: 3_000, output: 300 }])
})

it('tells the input of the last request for an answer, of the model that is asked about alone', () => {
  using bench = conversation()
  const { usage } = bench
  const both = [bench.first, bench.second]
  usage.record({ messageId: bench.first, model: sonnet, tokens: { input: 1_000, output: 10 }, at: noon(11, 2) })
  usage.record({ messageId: bench.first, model: sonnet, tokens: { input: 1_500, output: 9_000 }, at: noon(11, 2) })
  usage.record({ messageId: bench.second, model: local, tokens: { input: 7_000, output: 10 }, at: noon(11, 2) })
  expect(usage.lastInputs(both, sonnet)).toEqual(new Map([[bench.first, 1_500]]))
  expect(usage.lastInputs(both, local)).toEqual(new Map([[bench.second, 7_000]]))
  // Nothing was counted of the last one: what an earlier one sent says nothing of it.
  usage.record({ messageId: bench.first, model: sonnet, tokens: { input: 0, output: 0 }, at: noon(11, 2) })
  expect(usage.lastInputs(both, sonnet)).toEqual(new Map())
})

it('sums up a month by day and model, the newest day first, also what no conversation has', () => {
  using bench = conversation()
  const { usage } = bench
  expect(usage.ofMonth('2026-11')).toEqual({ days: [] })
  const tokens = { input: 1_000, output: 100 }
  usage.record({ messageId: bench.first, model: sonnet, tokens, at: noon(10, 31), price })
  usage.record({ messageId: bench.first, model: sonnet, tokens, at: noon(11, 2), price })
  usage.record({ messageId: bench.second, model: local, tokens: { input: 90_000, output: 1 }, at: noon(11, 2) })
  usage.record({ model: sonnet, tokens, at: noon(11, 2), price })
  usage.record({ model: sonnet, tokens, at: noon(11, 30), price })
  usage.record({ model: sonnet, tokens, at: noon(12, 1), price })
  expect(usage.ofMonth('2026-11')).toEqual({
    since: '2026-10',
    days: [
      { day: '2026-11-30', model: sonnet, input: 1_000, output: 100, cost: 0.0045 },
      { day: '2026-11-02', model: sonnet, input: 2_000, output: 200, cost: 0.009 },
      { day: '2026-11-02', model: local, input: 90_000, output: 1, unpriced: 1 },
    ],
  })
})

// An answer of two requests for which an endpoint counted that much would otherwise keep its conversation from ever opening again.
it('what an endpoint counts beyond all reason is added up, and nothing fails for it', () => {
  using bench = conversation()
  const { usage } = bench
  const most = Number.MAX_SAFE_INTEGER
  const tokens = { input: most, cached: most, written: most, output: most, reasoning: most }
  for (const at of [noon(11, 2), noon(11, 2)]) usage.record({ messageId: bench.first, model: local, tokens, at, price })
  const twice = { input: 2 * most, cached: 2 * most, written: 2 * most, output: 2 * most, reasoning: 2 * most }
  expect(usage.ofMessages([bench.first]).get(bench.first)).toMatchObject(twice)
  expect(usage.ofConversation(conversationId)).toMatchObject(twice)
  expect(usage.ofMonth('2026-11').days).toMatchObject([twice])
})
