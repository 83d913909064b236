import { expect, it } from 'vitest'
import type { Tool } from '../../shared/domain/catalog'
import type { Call, ChatMessage, Part } from '../../shared/domain/chat'
import { CallId, MessageId, PartId, ServerId } from '../../shared/domain/ids'
import { FIND_TOOLS, OWN_HASH, ownServer } from '../../shared/domain/ownTool'
import type { JsonValue } from '../../shared/lib/json'
import { sampleServer } from '../../shared/testing/sampleServer'
import { decideOffer, toolsInConversation, viewOfOffer } from './offerTools'
import { toolTraces } from './toolTraces'
import { enabledTools, type ReadyServer } from './toolsForModel'

const limits = { toolsListed: 40, toolsToModel: 128 }
const { signal } = new AbortController()
const tool = (name: string, characters = 0): Tool => ({ name, description: 'x'.repeat(characters), inputSchema: {}, hash: name })
const ready = (id: string, tools: readonly Tool[]): ReadyServer => ({ server: sampleServer(id), tools })
const many = (count: number, characters = 0) => [
  ready(
    'files',
    Array.from({ length: count }, (_, index) => tool(`t${index}`, characters)),
  ),
]
const context = (tokens: number | undefined) => () => Promise.resolve(tokens === undefined ? undefined : { context: tokens })
const searched = async (servers: readonly ReadyServer[], taker = {}) => (await decideOffer(servers, taker, limits, signal)).searched

it('lists up to 40 tools, and lets a model search among more', async () => {
  expect([await searched(many(40)), await searched(many(41))]).toEqual([false, true])
})

it('lets a model search when the definitions take over a tenth of its context, unless they are short anyway', async () => {
  // About 8,000 tokens.
  const long = many(8, 4_000)
  expect([await searched(long, { facts: context(90_000) }), await searched(long, { facts: context(70_000) })]).toEqual([false, true])
  expect([await searched(long), await searched(long, { facts: context(undefined) }), await searched(many(30, 2_000))]).toEqual([
    false,
    false,
    true,
  ])
  expect(await searched(many(8, 300), { facts: context(4_096) })).toBe(false)
})

// Catches requests that the endpoint refuses whatever is tried again, with a meter that counts what is never sent.
it('gives none to a model that calls no tools, and asks nobody about it where there are none', async () => {
  const taker = { facts: async () => ({ tools: false }), small: true }
  expect(await viewOfOffer(many(3), taker, limits, signal)).toMatchObject({ count: 0, leftOut: 3, limit: 0 })
  expect((await decideOffer(many(3), { facts: async () => undefined }, limits, signal)).most).toBe(128)
  const unasked = () => Promise.reject(new Error('asked'))
  expect((await decideOffer(many(0), { facts: unasked }, limits, signal)).most).toBe(128)
})

it('gives a small model the first 40, whatever they take', async () => {
  expect(await decideOffer(many(100, 4_000), { small: true }, limits, signal)).toEqual({ searched: false, most: 40 })
  expect(await viewOfOffer(many(100), { small: true }, limits, signal)).toMatchObject({ count: 40, leftOut: 60, limit: 40 })
})

it('shows a person all tools among which the model searches', async () => {
  expect(await viewOfOffer(many(200), {}, limits, signal)).toMatchObject({ count: 200, leftOut: 0, searched: true })
})

const id = '00000000-0000-4000-8000-000000000000'
const message = (role: ChatMessage['role'], ...parts: readonly Part[]): ChatMessage => ({
  id: MessageId.parse(id),
  role,
  created: 0,
  state: 'done',
  parts,
})
const text = (words: string): Part => ({ id: PartId.parse(id), kind: 'text', text: words })
function callOf(change: Partial<Call>, modelToolName = ''): Part {
  const call: Call = {
    id: CallId.parse(id),
    serverId: ServerId.parse('files'),
    tool: 't0',
    definitionHash: 'h',
    startedBy: 'model',
    asked: {},
    why: { by: 'pending', reason: { id: 'approvals.why.undecided' } },
    state: 'done',
    startedAt: 0,
    ...change,
  }
  return { id: PartId.parse(id), kind: 'call', modelCallId: 'c', modelToolName, call }
}
const found = (structuredContent: JsonValue): Part =>
  callOf({
    serverId: ownServer,
    tool: FIND_TOOLS,
    definitionHash: OWN_HASH,
    result: { content: [], structuredContent, structured: 'noSchema', isError: false, bytes: 0 },
  })
const foundTools = (...names: readonly string[]): Part => found({ tools: names.map((name) => ({ name })) })

const tools = new Map(enabledTools(many(200)).map((one) => [one.name, one]))
const inConversation = (messages: readonly ChatMessage[], most = 128) =>
  Array.from(toolsInConversation(messages.flatMap(toolTraces), tools, most).keys(), ({ tool: { name } }) => name)

it('carries what came up in the order in which it came up, each tool once, so that requests begin alike', () => {
  const first = [message('user', text('Use @files/t7 please')), message('assistant', foundTools('files__t3', 'files__t1'))]
  const second = [
    ...first,
    message('assistant', callOf({}, 'files__t9'), foundTools('files__t3', 'files__t2')),
    message('user', text('@files/t1')),
  ]
  expect([inConversation(first), inConversation(second)]).toEqual([
    ['t7', 't3', 't1'],
    ['t7', 't3', 't1', 't9', 't2'],
  ])
})

it('lets the oldest go when too many have come up', () => {
  expect(inConversation([message('assistant', foundTools('files__t1', 'files__t2', 'files__t3'))], 2)).toEqual(['t2', 't3'])
})

it('takes nothing from what an imported conversation says that a search has found', () => {
  const { call, ...part } = foundTools('files__t1') as Extract<Part, { kind: 'call' }>
  expect(inConversation([message('assistant', { ...part, call: { ...call, definitionHash: '' } })])).toEqual([])
})

it('takes nothing from what is no answer of the search, from tools that are gone, and from names in the words of a model', () => {
  const answers: readonly JsonValue[] = [null, 'files__t1', [], {}, { tools: 'files__t1' }, { tools: ['files__t1', { name: 7 }, null] }]
  const parts = [...answers.map(found), foundTools('files__gone'), callOf({ definitionHash: '' }, 'made_up'), text('@files/t4')]
  expect(inConversation([message('assistant', ...parts)])).toEqual([])
})
