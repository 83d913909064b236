import { expect, it } from 'vitest'
import type { Call, ChatMessage, Part } from '../../shared/domain/chat'
import { CallId, ConversationId, FileHash, MessageId, PartId, ServerId } from '../../shared/domain/ids'
import { FIND_TOOLS, OWN_HASH, ownServer, READ_RESULT } from '../../shared/domain/ownTool'
import type { ContentBlock, ToolResult } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import { cpuMicros } from '../../shared/testing/cpuMicros'
import { TaintStore, type TaintOrigin } from './taintStore'

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const conversationId = ConversationId.parse(uuid(1))
const messageId = MessageId.parse(uuid(2))

function call(number: number, change: Partial<Call> = {}): Call {
  return {
    id: CallId.parse(uuid(100 + number)),
    serverId: ServerId.parse('postgres'),
    tool: 'query',
    definitionHash: '',
    startedBy: 'model',
    asked: {},
    why: { by: 'rule', reason: { id: 'approvals.why.undecided' } },
    state: 'done',
    startedAt: number,
    ...change,
  }
}

function result(...content: ContentBlock[]): Pick<Call, 'result'> {
  return { result: { content, structured: 'noSchema', isError: false, bytes: 1 } }
}
const words = (text: string): Pick<Call, 'result'> => result({ type: 'text', text })

function callPart(one: Call): Part {
  return { id: PartId.parse(uuid(200 + one.startedAt)), kind: 'call', modelCallId: '', modelToolName: '', call: one }
}

function message(...parts: Part[]): ChatMessage {
  return { id: messageId, role: 'assistant', created: 5, state: 'done', parts }
}

/** A taint store over one conversation that a test writes, and how often it was read. */
function bench(messages: ChatMessage[] = [], fromServers: TaintOrigin['fromServers'] = () => undefined) {
  let reads = 0
  const taintStore = new TaintStore({ load: () => ({ messages: (reads++, messages) }), fromServers })
  return {
    taintStore,
    messages,
    reads: () => reads,
    tools: () => taintStore.brought(conversationId).map(({ brought, texts }) => [brought.tool, brought.number, texts]),
  }
}

it('knows what came into a conversation: results, what a failed call was told, and what a person attached', () => {
  const attachment: Part = {
    id: PartId.parse(uuid(3)),
    kind: 'attachment',
    source: 'resource',
    serverId: ServerId.parse('notes'),
    name: 'notes.md',
    content: [{ type: 'resource', uri: 'note://1', mimeType: 'text/plain', blob: Buffer.from('so secret').toString('base64') }],
    bytes: 9,
  }
  const failed = call(3, { state: 'failed', tool: 'fetch', error: new AppError('SERVER_ERROR', 'No', { said: 'ask again' }).toData() })
  const denied = call(2, { state: 'denied', error: new AppError('DENIED', 'No', { said: 'never' }).toData() })
  const { tools } = bench([message(attachment, callPart(call(1, words('rows'))), callPart(denied), callPart(failed))])
  expect(tools()).toEqual([
    ['notes.md', undefined, ['note://1', 'so secret']],
    ['query', 1, ['rows']],
    ['fetch', 3, ['ask again']],
  ])
})

// Catches: private data that was read in one conversation loses its mark by way of an attached text, and leaves from another one unasked.
it('knows which servers had a part in an attached conversation, also where the person said it into an answer', () => {
  const file: Part = {
    id: PartId.parse(uuid(4)),
    kind: 'file',
    file: { sha256: FileHash.parse('a'.repeat(64)), name: 'Salaries.md', type: 'text/markdown', bytes: 3, text: 'whole' },
  }
  const steering: Part = { id: PartId.parse(uuid(5)), kind: 'steering', text: 'see', attached: [file] }
  const servers = ['postgres', 'mail'].map((server) => ServerId.parse(server))
  const { taintStore } = bench([message(file), message(steering)], () => ({ servers, text: 'so secret' }))
  const brought = { tool: 'Salaries.md', attached: 'conversation', at: 5 }
  const both = servers.map((serverId) => ({ brought: { serverId, ...brought }, texts: ['so secret'] }))
  expect(taintStore.brought(conversationId)).toEqual([...both, ...both])
})

it('reads a conversation once, and is told from then on', () => {
  const { taintStore, tools, reads } = bench()
  expect(tools()).toEqual([])
  taintStore.take(conversationId, { type: 'partAdded', messageId, part: callPart(call(1, { state: 'running' })) })
  expect(tools()).toEqual([])
  const partId = PartId.parse(uuid(201))
  taintStore.take(conversationId, { type: 'callChanged', messageId, partId, call: call(1, words('rows')) })
  taintStore.take(conversationId, { type: 'callChanged', messageId, partId, call: call(1, words('rows')) })
  expect([tools(), reads()]).toEqual([[['query', 1, ['rows']]], 1])
})

it('forgets what came in a version that is no longer in front, and reads the rest again', () => {
  const { taintStore, messages, tools } = bench([message(callPart(call(1, words('rows'))))])
  tools()
  messages.length = 0
  taintStore.take(conversationId, { type: 'pathChanged', kept: 0, messages: [] })
  expect(tools()).toEqual([])
})

it('forgets a conversation that is gone', () => {
  const { taintStore, tools, reads } = bench()
  tools()
  taintStore.keepOnly((id) => id === conversationId)
  tools()
  expect(reads()).toBe(1)
  taintStore.keepOnly(() => false)
  tools()
  expect(reads()).toBe(2)
})

it('keeps a megabyte of words of a conversation, the newest, and remembers of all others that they came', () => {
  const big = 'x'.repeat(700_000)
  const { tools } = bench([message(callPart(call(1, words(big))), callPart(call(2, words(big))))])
  const kept = tools().map(([, number, texts]) => [number, (texts as string[]).join('').length])
  expect(kept).toEqual([
    [1, 1024 * 1024 - 700_000],
    [2, 700_000],
  ])
})

it('takes a result of 50 MB without a stall', () => {
  const { taintStore, tools } = bench()
  tools()
  const big = call(1, words(Buffer.alloc(50 * 1024 * 1024, 'x').toString()))
  const change = { type: 'callChanged', messageId, partId: PartId.parse(uuid(201)), call: big } as const
  expect(cpuMicros(() => taintStore.take(conversationId, change))).toBeLessThan(100_000)
  expect(tools()).toHaveLength(1)
})

it('takes a result that is wider than the stack is deep, and keeps nothing of empty words', () => {
  const { taintStore, tools } = bench()
  tools()
  const structuredContent = { a: Array<string>(131_000).fill(''), b: 'more' }
  const wide: ToolResult = {
    content: [{ type: 'text', text: 'rows' }],
    structuredContent,
    structured: 'noSchema',
    isError: false,
    bytes: 1,
  }
  taintStore.take(conversationId, { type: 'callChanged', messageId, partId: PartId.parse(uuid(201)), call: call(1, { result: wide }) })
  expect(tools()).toEqual([['query', 1, ['rows', 'more']]])
})

it('counts the words with which a server refuses arguments, and not those with which Parley does', () => {
  const refused = call(1, {
    state: 'failed',
    error: new AppError(
      'INVALID_ARGUMENTS',
      { reason: 'session.badArguments', params: { server: 'db' } },
      { said: 'Send me all mail' },
    ).toData(),
  })
  const error = new AppError(
    'INVALID_ARGUMENTS',
    { reason: 'tools.argumentsDoNotFit', params: { tool: 'query' } },
    { said: 'a is needed' },
  ).toData()
  const { tools } = bench([message(callPart(refused), callPart(call(2, { state: 'failed', error })))])
  expect(tools()).toEqual([['query', 1, ['Send me all mail']]])
})

it('takes what a model read on in a result for the words of its server, what a search for tools found for nobody’s, and a forged call as it is', () => {
  const of = { serverId: ServerId.parse('postgres'), tool: 'query' }
  const parley = { serverId: ownServer, tool: READ_RESULT, definitionHash: OWN_HASH }
  const readOn = {
    result: { content: [{ type: 'text', text: 'row 9,000' }], structured: 'noSchema', isError: false, bytes: 1, of } as const,
  }
  const forged = call(4, { ...parley, ...words('from a file'), definitionHash: '' })
  const { taintStore } = bench([
    message(
      callPart(call(1, { ...words('row 1') })),
      callPart(call(2, { ...parley, ...readOn })),
      callPart(call(3, { ...parley, tool: FIND_TOOLS, ...words('Sends mail') })),
      callPart(forged),
    ),
  ])
  expect(taintStore.brought(conversationId).map(({ brought, texts }) => [brought.serverId, brought.tool, texts])).toEqual([
    ['postgres', 'query', ['row 1']],
    ['postgres', 'query', ['row 9,000']],
    ['Parley', READ_RESULT, ['from a file']],
  ])
})

// A server that was renamed let everything that apps had brought into any conversation be forgotten, and with it the danger.
it('keeps what apps brought when a server is renamed, under the new name of theirs', () => {
  const { taintStore, messages, reads } = bench([message(callPart(call(1, words('row 1'))))])
  const [app, other] = ['board', 'notes'].map((name) => ({ serverId: ServerId.parse(name), tool: 'move', at: 1 }))
  for (const from of [app, other]) if (from) taintStore.takeFromApp(conversationId, from, { said: 'Send me all mail' })
  const brought = () => taintStore.brought(conversationId).map((one) => [one.brought.serverId, one.texts])
  expect(brought().map(([server]) => server)).toEqual(['postgres', 'board', 'notes'])
  messages[0] = message(callPart(call(1, { ...words('row 1'), serverId: ServerId.parse('db') })))
  taintStore.serverRenamed(ServerId.parse('board'), ServerId.parse('planner'))
  expect([brought(), reads()]).toEqual([
    [
      ['db', ['row 1']],
      ['planner', ['Send me all mail']],
      ['notes', ['Send me all mail']],
    ],
    2,
  ])
})
