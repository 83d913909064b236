import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Part } from '../../shared/domain/chat'
import { ConversationId, MessageId, PartId } from '../../shared/domain/ids'
import { searchCalls } from '../../shared/rpc/search'
import { ConversationStore } from '../chat/conversationStore'
import { ConversationSearcher } from '../search/conversationSearcher'
import { SearchIndex } from '../search/searchIndex'
import { Database } from '../storage/database'
import { StallMeter } from '../testing/stallMeter'

const signal = new AbortController().signal

function bench(...texts: readonly string[]) {
  const database = new Database(':memory:')
  const store = new ConversationStore(database)
  const id = ConversationId.parse(randomUUID())
  store.create({ id, created: 1, model: 'default' })
  for (const text of texts) {
    const part: Part = { id: PartId.parse(randomUUID()), kind: 'text', text }
    store.addMessage(id, { id: MessageId.parse(randomUUID()), role: 'assistant', created: 5, state: 'done', parts: [part] })
  }
  const index = new SearchIndex({ database, file: ':memory:' })
  return { index, finder: new ConversationSearcher(index, database) }
}

describe('a query that is made to do something else', () => {
  const { index, finder } = bench('a walnut near the OR gate')

  // Catches typed text that reaches the syntax of FTS5, where it is an error, or finds what nobody asked for.
  it.each([
    ['walnut OR', 1],
    ['OR', 1],
    ['walnut NOT near', 0],
    ['NEAR(walnut gate, 1)', 0],
    ['words:walnut', 0],
    ['walnut*', 1],
    ['"walnut', 1],
    ['walnut" OR "x', 0],
    ['^walnut -near + { } ( )', 1],
    ["walnut'; DROP TABLE search; --", 0],
    ['.*', 0],
    ['(a+)+$', 1],
    ['\u0000walnut', 1],
    ['\uD800walnut', 1],
    ['%', 0],
  ])('J60: %j is looked for as words', async (query, found) => {
    await index.settled()
    expect((await finder.find({ query }, signal)).hits).toHaveLength(found)
  })

  it('J60: one of a megabyte is refused at the door', () => {
    const query = 'walnut '.repeat(150_000)
    for (const call of [searchCalls['search.find'], searchCalls['search.inConversation']]) {
      expect(call.input.safeParse({ conversationId: randomUUID(), query }).success).toBe(false)
    }
  })

  // Catches an expression with as many terms as somebody can type: each would be a pass over the index.
  it('J60: one of a thousand one-letter words is searched for a few', async () => {
    await index.settled()
    expect((await finder.find({ query: 'a '.repeat(500) }, signal)).hits).toHaveLength(1)
  })
})

describe('a message of many megabytes', () => {
  const megabytes = 10 * 1024 * 1024

  // Catches indexing in one go: the window would stand still, and with it all servers.
  it.each([
    ['words', 'walnut '.repeat(megabytes / 7)],
    ['one word', 'w'.repeat(megabytes)],
    ['Chinese', '学习'.repeat(megabytes / 6)],
    ['combining marks', `w${'\u0301'.repeat(megabytes / 2)}`],
  ])('J61: is indexed in slices: %s', async (_kind, text) => {
    const { index, finder } = bench(text, 'almond')
    using stalls = new StallMeter()
    await index.settled()
    expect((await finder.find({ query: 'almond' }, signal)).hits).toHaveLength(1)
    expect(stalls.longestMs).toBeLessThan(250)
  })

  it('J61: is found by its beginning, and shown with little of it', async () => {
    const { index, finder } = bench('walnut '.repeat(megabytes / 7))
    await index.settled()
    const { hits } = await finder.find({ query: 'walnut' }, signal)
    expect(hits).toHaveLength(1)
    expect(JSON.stringify(hits).length).toBeLessThan(2_000)
  })
})

describe('a search that nobody waits for', () => {
  // Catches searches that pile up behind each other while somebody types.
  it('J62: ends when it is cancelled', async () => {
    const { index, finder } = bench(...Array.from({ length: 600 }, () => 'walnut'))
    await index.settled()
    const cancelled = new AbortController()
    const found = finder.find({ query: 'walnut', filters: { hasFile: true } }, cancelled.signal)
    cancelled.abort(new Error('typed on'))
    await expect(found).rejects.toThrow('typed on')
  })
})
