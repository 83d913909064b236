import { expect, it } from 'vitest'
import type { ChatMessage, Conversation } from '../../../shared/domain/chat'
import { MOST_QUEUED } from '../../../shared/domain/queue/queuedMessage'
import { PartId, QueuedId, ServerId, type ConversationId } from '../../../shared/domain/ids'
import type { AttachmentPart } from '../attachments/attachmentPart'
import { ChatBench, textResult } from '../testing/chatBench'
import { ScriptedModel } from '../testing/scriptedModel'

const wantsEcho = { text: ['Looking.'], calls: [{ id: 'call-1', name: 'files__echo', arguments: '{}' }] }
const hold = { text: ['Begun'], ending: 'hold' } as const
const own = (text: string, attached: readonly AttachmentPart[] = []) => ({ text, attached })

/** A tool that runs until the test lets it end. */
function slowTool() {
  const ended = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const echo = async () => {
    started.resolve()
    await ended.promise
    return textResult('hi back')
  }
  return { tools: { files: { echo } }, started: started.promise, end: () => ended.resolve() }
}

function written({ role, parts }: ChatMessage): string {
  const texts = parts.map((part) => {
    if (part.kind === 'steering') return `(${part.text})`
    return part.kind === 'text' ? part.text : part.kind
  })
  return `${role}: ${texts.join(' ')}`
}
const shown = ({ messages }: Conversation): readonly string[] => messages.map(written)
const queued = ({ queue = [] }: Conversation): readonly string[] => queue.map(({ text }) => text)
const idOf = (conversation: Conversation, text: string): QueuedId =>
  conversation.queue?.find((message) => message.text === text)?.id ?? QueuedId.parse('00000000-0000-4000-8000-000000000000')
const allDone = (count: number) => (conversation: Conversation) =>
  conversation.messages.length === count && conversation.messages.at(-1)?.state === 'done'

async function begun(bench: ChatBench, text = 'First'): Promise<ConversationId> {
  const id = bench.open()
  bench.runner.send(id, text)
  await bench.until(id, ({ messages }) => (messages[1]?.parts.length ?? 0) > 0)
  return id
}

it('what waits goes out when the answer ends, in the order in which it came, and once', async () => {
  const slow = slowTool()
  await using model = await ScriptedModel.start(wantsEcho, { text: ['One'] }, { text: ['Two'] }, { text: ['Three'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: slow.tools })
  const id = await begun(bench)
  bench.queue.add(id, own('Second'), false)
  bench.queue.add(id, own('Third'), false)
  expect(queued(bench.screen(id))).toEqual(['Second', 'Third'])
  expect(bench.store.load(id).queue).toEqual(bench.screen(id).queue)
  slow.end()
  const after = await bench.until(id, allDone(6))
  expect(shown(after)).toEqual([
    'user: First',
    'assistant: Looking. call One',
    'user: Second',
    'assistant: Two',
    'user: Third',
    'assistant: Three',
  ])
  expect(bench.store.load(id)).toEqual(after)
  expect(after.queue).toBeUndefined()
})

it('what steers is in the next request of the same answer, after the result of the call, and stays there for later turns', async () => {
  const slow = slowTool()
  await using model = await ScriptedModel.start(wantsEcho, { text: ['As you say.'] }, { text: ['Later'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: slow.tools })
  const id = await begun(bench)
  await slow.started
  bench.queue.add(id, own('Waits'), false)
  bench.queue.add(id, own('Use the other file'), true)
  bench.queue.add(id, own('And hurry'), true)
  expect(queued(bench.screen(id))).toEqual(['Use the other file', 'And hurry', 'Waits'])
  slow.end()
  const after = await bench.until(id, allDone(4))
  expect(shown(after)).toEqual([
    'user: First',
    'assistant: Looking. call (Use the other file) (And hurry) As you say.',
    'user: Waits',
    'assistant: Later',
  ])
  expect(bench.store.load(id)).toEqual(after)
  const roles = model.requests.map(({ messages }) => messages.slice(1).map(({ role }) => role))
  expect(roles[1]).toEqual(['user', 'assistant', 'tool', 'user'])
  expect(model.requests[1]?.messages.at(-1)?.content).toBe('Use the other file\n\nAnd hurry')
  expect(roles[2]).toEqual(['user', 'assistant', 'tool', 'user', 'assistant', 'user'])
})

it('what steers an answer that makes no further request is the next message, before what waited', async () => {
  const answer = Promise.withResolvers<void>()
  await using model = await ScriptedModel.start(hold, { text: ['Two'] }, { text: ['Three'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: { files: { echo: () => answer.promise.then(() => textResult('own')) } } })
  const id = bench.open()
  // A call of the person makes no request to a model at all.
  bench.runner.runTool(id, ServerId.parse('files'), 'echo', {})
  bench.queue.add(id, own('Waits'), false)
  bench.queue.add(id, own('Steers'), true)
  answer.resolve()
  const after = await bench.until(id, ({ messages }) => messages.at(-1)?.parts.length === 1 && messages.length === 3)
  expect(shown(after)).toEqual(['assistant: call', 'user: Steers', 'assistant: Begun'])
  expect(queued(after)).toEqual(['Waits'])
  await bench.runner.stop(id)
})

it('after an answer that was stopped or failed the queue waits, until the person sends it', async () => {
  await using model = await ScriptedModel.start(hold, { status: 500, body: 'broken' }, { text: ['Two'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = await begun(bench)
  bench.queue.add(id, own('Second'), true)
  await bench.runner.stop(id)
  expect(bench.screen(id).queue).toEqual([{ id: idOf(bench.screen(id), 'Second'), text: 'Second', attached: [] }])
  bench.runner.send(id, 'Something else')
  expect((await bench.until(id, ({ messages }) => messages.at(-1)?.state === 'failed')).queue).toHaveLength(1)
  await bench.ended(id)
  bench.runner.sendQueued(id)
  expect(shown(await bench.until(id, allDone(6))).slice(4)).toEqual(['user: Second', 'assistant: Two'])
  await bench.ended(id)
  bench.runner.sendQueued(id)
  expect(bench.screen(id).messages).toHaveLength(6)
})

it('editing a message while an answer is written keeps the queue, which goes out after the new answer', async () => {
  await using model = await ScriptedModel.start(hold, { text: ['New'] }, { text: ['Two'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = await begun(bench)
  bench.queue.add(id, own('Second'), false)
  const first = bench.screen(id).messages[0]
  if (first) await bench.runner.edit(id, first.id, 'First, better')
  expect(shown(await bench.until(id, allDone(4)))).toEqual(['user: First, better', 'assistant: New', 'user: Second', 'assistant: Two'])
})

it('a queue outlives Parley: it waits after the next start, and what steers is not sent by itself', async () => {
  await using model = await ScriptedModel.start(hold, { text: ['Two'] }, { text: ['Three'] })
  const before = new ChatBench({ baseUrl: model.baseUrl })
  const id = await begun(before)
  before.queue.add(id, own('Third'), false)
  before.queue.add(id, own('Second'), true)
  const after = new ChatBench({ baseUrl: model.baseUrl, database: before.database })
  after.runner.resume()
  after.watch(id)
  expect(after.screen(id)).toMatchObject({ messages: [{}, { state: 'cutOff' }] })
  expect(queued(after.screen(id))).toEqual(['Second', 'Third'])
  expect(after.screen(id).queue?.some(({ steers }) => steers)).toBe(false)
  after.runner.sendQueued(id)
  expect(shown(await after.until(id, allDone(6))).slice(2)).toEqual(['user: Second', 'assistant: Two', 'user: Third', 'assistant: Three'])
  await before.runner[Symbol.asyncDispose]()
})

it('what the disk does not take stays in the queue, and is neither lost nor sent twice', async () => {
  const slow = slowTool()
  await using model = await ScriptedModel.start(wantsEcho, { text: ['Two'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: slow.tools })
  const id = await begun(bench)
  await slow.started
  bench.queue.add(id, own('Steers'), true)
  // The part of what steers cannot be written.
  bench.database.run("CREATE TRIGGER full BEFORE INSERT ON part WHEN new.kind = 'steering' BEGIN SELECT raise(FAIL, 'disk full'); END")
  slow.end()
  await bench.until(id, ({ messages }) => messages[1]?.state === 'failed')
  await bench.ended(id)
  expect(queued(bench.store.load(id))).toEqual(['Steers'])
  bench.database.run('DROP TRIGGER full')
  bench.runner.sendQueued(id)
  expect(shown(await bench.until(id, allDone(4))).slice(2)).toEqual(['user: Steers', 'assistant: Two'])
  expect(bench.store.load(id).queue).toBeUndefined()
})

it('a queued message can be taken back into what is typed, or removed; one that is gone says so', async () => {
  await using model = await ScriptedModel.start(hold)
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = await begun(bench)
  for (const text of ['Second', 'Third']) bench.queue.add(id, own(text), false)
  const second = idOf(bench.screen(id), 'Second')
  bench.store.saveDraft(id, 'half a word')
  bench.queue.takeBack(id, second)
  expect(bench.store.load(id)).toMatchObject({ draft: 'half a word\n\nSecond', queue: [{ text: 'Third' }] })
  bench.queue.remove(id, idOf(bench.screen(id), 'Third'))
  expect(bench.screen(id).queue).toBeUndefined()
  for (const act of ['takeBack', 'remove', 'steer'] as const) {
    expect(() => bench.queue[act](id, second)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  }
  await bench.runner.stop(id)
})

it('a message that comes when the answer has just ended is sent at once', async () => {
  await using model = await ScriptedModel.start({ text: ['One'] }, { text: ['Two'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = bench.open()
  bench.runner.send(id, 'First')
  await bench.ended(id)
  bench.queue.add(id, own('Second'), true)
  expect(shown(await bench.until(id, allDone(4))).slice(2)).toEqual(['user: Second', 'assistant: Two'])
})

it('refuses more than fits, and keeps what is there', async () => {
  await using model = await ScriptedModel.start(hold)
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const id = await begun(bench)
  expect(() => bench.queue.add(id, own('€'.repeat(1_700_000)), false)).toThrow(expect.objectContaining({ reason: 'chat.queueFull' }))
  for (let count = 0; count < MOST_QUEUED; count++) bench.queue.add(id, own(`Message ${count}`), false)
  expect(() => bench.queue.add(id, own('One more'), false)).toThrow(expect.objectContaining({ reason: 'chat.queueFull' }))
  expect(() => bench.queue.add(id, own('  '), false)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  expect(queued(bench.screen(id))).toHaveLength(MOST_QUEUED)
  await bench.runner.stop(id)
})

it('attachments go along, under the name that their server has then', async () => {
  const attached: AttachmentPart = {
    id: PartId.parse(crypto.randomUUID()),
    kind: 'attachment',
    source: 'resource',
    serverId: ServerId.parse('files'),
    uri: 'file:///plan',
    name: 'plan',
    content: [{ type: 'text', text: 'The plan is short.' }],
    bytes: 18,
  }
  const slow = slowTool()
  await using model = await ScriptedModel.start(wantsEcho, { text: ['Two'] }, { text: ['Three'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: slow.tools })
  const id = await begun(bench)
  await slow.started
  bench.queue.add(id, own('Waits', [attached]), false)
  bench.queue.add(id, own('Steers', [{ ...attached, id: PartId.parse(crypto.randomUUID()) }]), true)
  expect(bench.screen(id).queue?.[0]?.attached).toMatchObject([{ name: 'plan' }])
  expect(JSON.stringify(bench.screen(id).queue)).not.toContain('The plan')
  bench.store.renameServer(ServerId.parse('files'), ServerId.parse('papers'))
  slow.end()
  const after = await bench.until(id, allDone(4))
  expect(JSON.stringify(model.requests[1]?.messages.at(-1)?.content)).toContain('The plan is short.')
  expect(after.messages[1]?.parts.find(({ kind }) => kind === 'steering')).toMatchObject({ attached: [{ serverId: 'papers' }] })
  expect(after.messages[2]?.parts[0]).toMatchObject({ kind: 'attachment', serverId: 'papers' })
})
