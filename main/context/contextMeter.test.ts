import { setImmediate } from 'node:timers/promises'
import type { HistorySummary } from '../../shared/domain/historySummary'
import { expect, it } from 'vitest'
import { NOTHING_SAID } from '../../shared/domain/projects/effectiveSettings'
import type { Tool } from '../../shared/domain/catalog'
import type { Call, ChatMessage, Part } from '../../shared/domain/chat'
import { CallId, ConversationId, FileHash, MessageId, ModelRef, PartId, ServerId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import type { AttachedFile } from '../../shared/files/attachedFile'
import type { ReadyServer } from '../tools/toolsForModel'
import { collectGarbage } from '../testing/memoryMeter'
import { ContextMeter, type ContextWanted } from './contextMeter'

const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const conversationId = ConversationId.parse(id(1))
const model = ModelRef.parse('claude/sonnet')
const serverId = ServerId.parse('files')
const signal = new AbortController().signal
/** About 1,000 tokens. */
const words = 'a word '.repeat(500)

const server: ServerConfig = {
  id: serverId,
  launch: { kind: 'stdio', command: 'x', args: [], env: {} },
  enabled: true,
  roots: [],
  rootsChosen: false,
  disabledTools: ['off'],
  sampling: 'ask',
  samplingLimits: { callsPerDay: 20, tokensPerDay: 50_000 },
  elicitation: 'ask',
  touches: {},
  protocol: 'automatic',
  auth: { kind: 'person' },
  traceContext: true,
  shareTraceId: false,
  trusted: false,
}
const tool = (name: string, description: string): Tool => ({ name, description, inputSchema: { type: 'object' }, hash: name })

let parts = 100
const text = (said: string): Part => ({ id: PartId.parse(id(parts++)), kind: 'text', text: said })
function called(result: string): Part {
  const call: Call = {
    id: CallId.parse(id(parts)),
    serverId,
    tool: 'read',
    definitionHash: 'read',
    startedBy: 'model',
    asked: { path: 'a.txt' },
    why: { by: 'person', reason: { id: 'ends.allowOnce' } },
    state: 'done',
    startedAt: 0,
    result: { content: [{ type: 'text', text: result }], structured: 'noSchema', isError: false, bytes: result.length },
  }
  return { id: PartId.parse(id(parts++)), kind: 'call', modelCallId: 'c', modelToolName: 'files__read', call }
}
const file: AttachedFile = {
  sha256: FileHash.parse('a'.repeat(64)),
  name: 'a.pdf',
  type: 'application/pdf',
  bytes: 9,
  pages: 10,
  text: 'whole',
}

/** A conversation of plain values. `reads` counts the messages that were read. */
function conversation(...messages: readonly (readonly Part[])[]) {
  const counted = new Map<MessageId, number>()
  const list: ChatMessage[] = []
  const reads: MessageId[] = []
  let media: readonly string[] = ['application/pdf']
  let more: readonly ReadyServer[] = []
  let apps: readonly ReadyServer[] = []
  let settings = NOTHING_SAID
  const add = (written: readonly Part[]): MessageId => {
    const messageId = MessageId.parse(id(10 + list.length))
    list.push({ id: messageId, role: list.length % 2 === 0 ? 'user' : 'assistant', created: 0, state: 'done', parts: written })
    return messageId
  }
  for (const one of messages) add(one)
  const summaries: HistorySummary[] = []
  const meter = new ContextMeter({
    conversations: {
      path: () => list.map((message) => message.id),
      messages: (wanted) => {
        reads.push(...wanted)
        return list.filter((message) => wanted.includes(message.id))
      },
      summaries: { list: () => summaries },
      usage: { ofConversation: () => ({ input: 7 }), lastInputs: (_ids, of) => (of === model ? counted : new Map()) },
    },
    settings: () => settings,
    ready: () => [{ server, tools: [tool('read', words), tool('off', words)] }, ...more],
    ofApps: () => apps,
    taker: () => ({}),
    instructions: () => words,
    copyForModel: (call) => call.result,
    files: { find: () => file, text: () => words },
    fileTaker: () => ({ takes: (type) => media.includes(type), limits: {} }),
    limits: () => ({ toolsListed: 10, toolsToModel: 10, descriptionBytes: 100_000, resultBytesToModel: 100_000 }),
  })
  const budget = (wanted: ContextWanted = { conversationId, model }) => meter.budget(wanted, signal)
  return {
    meter,
    budget,
    add,
    counted,
    reads,
    list,
    summaries,
    only: (taken: readonly string[]) => (media = taken),
    offer: (also: readonly ReadyServer[]) => (more = also),
    openApps: (open: readonly ReadyServer[]) => (apps = open),
    keepFree: (maxOutputTokens: number) => (settings = { ...NOTHING_SAID, parameters: { maxOutputTokens } }),
    switchOff: () => (settings = { ...NOTHING_SAID, switches: { servers: { [serverId]: false }, tools: {} } }),
  }
}

it('knows before the first message what instructions and tools take, without tools that are off', async () => {
  const { budget } = conversation()
  const fresh = await budget({ model })
  expect(fresh).toMatchObject({
    history: { tokens: 0, messages: 0 },
    results: { tokens: 0, calls: 0 },
    attachments: { tokens: 0, count: 0 },
  })
  expect(fresh).not.toHaveProperty('used')
  expect(fresh.instructions).toBeGreaterThan(900)
  expect(fresh.tools.servers).toEqual([{ serverId, tokens: fresh.tools.tokens }])
  expect(fresh.total).toBe(fresh.instructions + fresh.tools.tokens)
  expect(fresh.tools.tokens).toBeLessThan(1_100)
})

it('says what is kept free for the answer where the person set its length', async () => {
  const { budget, keepFree } = conversation()
  expect(await budget()).not.toHaveProperty('answer')
  keepFree(8_000)
  expect((await budget()).answer).toBe(8_000)
})

it('counts no tool of an open app whose server is off', async () => {
  const { budget, openApps, switchOff } = conversation()
  const before = await budget()
  openApps([{ server, tools: [tool('draw', words)] }])
  expect((await budget()).tools.tokens).toBeGreaterThan(before.tools.tokens + 500)
  switchOff()
  expect((await budget()).tools.tokens).toBe(before.tools.tokens)
})

it('tells what was said from what calls returned, and which result is the largest', async () => {
  const { budget } = conversation([text(words)], [called(words), called('short'), text('done')])
  const { history, results, used } = await budget()
  expect(history.messages).toBe(2)
  expect(Math.abs(history.tokens - 1_050)).toBeLessThan(60)
  expect(results.calls).toBe(2)
  expect(results.largest?.tool).toBe('read')
  expect(results.largest?.tokens).toBeGreaterThan(900)
  expect(used).toEqual({ input: 7 })
})

it('counts a file as the model gets it, also one of the message that is being written', async () => {
  const { budget, only } = conversation([text('Look'), { id: PartId.parse(id(90)), kind: 'file', file }])
  const whole = (await budget()).attachments
  expect(whole).toEqual({ tokens: 22_000, count: 1 })
  expect((await budget({ conversationId, model, files: [file.sha256] })).attachments).toEqual({ tokens: 44_000, count: 2 })
  only([])
  const asText = (await budget()).attachments.tokens
  expect([asText > 900, asText < 1_100]).toEqual([true, true])
})

it('corrects its estimates by what the provider counted, and adds what came since', async () => {
  const { budget, add, counted, meter } = conversation([text(words)])
  const sent = (await budget()).total
  const answer = add([text(words)])
  const estimated = (await budget()).total
  counted.set(answer, Math.round(sent * 1.2))
  expect((await budget()).total / estimated).toBeCloseTo(1.2, 2)
  // Another model counts otherwise.
  expect((await budget({ conversationId, model: ModelRef.parse('other/one') })).total).toBe(estimated)
  add([text(words)])
  const more = (await budget()).total
  expect(more - estimated * 1.2).toBeGreaterThan(1_000)
  // The request had fewer tools than there are now: what came since is added, and not taken for what was counted.
  meter.requestBegins(answer, words, [])
  expect((await budget()).total).toBeGreaterThan(more)
})

it('does not hold the tools of a request, whose server may have others by now', async () => {
  const { budget, meter } = conversation([text(words)])
  const begin = (): WeakRef<Tool> => {
    const carried = tool('old', words)
    meter.requestBegins(MessageId.parse(id(10)), words, [{ name: 'files__old', server, tool: carried }])
    return new WeakRef(carried)
  }
  const held = begin()
  await budget()
  // What a job looked at through a `WeakRef` lives until it ends.
  await setImmediate()
  collectGarbage()
  expect(held.deref()?.name).toBeUndefined()
})

it('compares what was counted with what had been sent: calls and results, and not the words of the answer', async () => {
  const { budget, counted, add } = conversation([text(words)])
  const answer = add([text('I look'), called(words), text(words.repeat(3))])
  const whole = (await budget()).total
  const sent = (await conversation([text(words)], [text('I look'), called(words)]).budget()).total
  counted.set(answer, sent)
  expect((await budget()).total).toBe(whole)
})

it('does not believe a count of before the results of its last calls', async () => {
  const { budget, counted } = conversation([text(words)], [text('I look'), called(words)])
  const before = (await budget()).total
  counted.set(MessageId.parse(id(11)), Math.round(before * 0.6))
  expect((await budget()).total).toBe(before)
})

it('reads each message once, however often it is asked; the last one may change', async () => {
  const { budget, add, reads, list } = conversation([text('one')], [text('two')], [text('three')])
  await budget()
  expect(reads).toHaveLength(3)
  await budget()
  expect(reads).toHaveLength(4)
  add([text('four')])
  await budget()
  expect(reads.slice(4)).toEqual(list.slice(2).map((message) => message.id))
})

it('counts as the request has them: a tool that the person named, and those for a long result', async () => {
  const many = { ...server, id: ServerId.parse('many'), disabledTools: [] }
  const more = [{ server: many, tools: Array.from({ length: 50 }, (_, index) => tool(`t${index}`, words)) }]
  const { budget, offer, add } = conversation([text('Hello')], [text('done')])
  offer(more)
  const before = (await budget()).tools
  expect(before.servers.map((one) => one.serverId)).toEqual(['Parley'])
  add([text('Use @many/t7')])
  const named = (await budget()).tools
  expect(named.servers.map((one) => one.serverId)).toEqual(['Parley', 'many'])
  const part = called('beginning')
  if (part.kind !== 'call' || !part.call.result) throw new Error('A call with a result')
  const long = { read: 9, characters: 90_000, outline: '' }
  add([{ ...part, call: { ...part.call, result: { ...part.call.result, long } } }])
  const own = (tools: typeof named): number => tools.servers.find((one) => one.serverId === 'Parley')?.tokens ?? 0
  expect(own((await budget()).tools)).toBeGreaterThan(own(named) + 100)
})

it('of many tools it counts those that came up, and the search among the others', async () => {
  const many = { ...server, id: ServerId.parse('many'), disabledTools: [] }
  const { budget, offer } = conversation([text('Hello')], [called('short'), text('done')])
  offer([{ server: many, tools: Array.from({ length: 50 }, (_, index) => tool(`t${index}`, words)) }])
  const { tools } = await budget()
  expect(tools.servers.map((one) => one.serverId)).toEqual(['Parley', 'files'])
  expect(tools.tokens).toBeLessThan(2_500)
})
