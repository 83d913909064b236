import { expect, it } from 'vitest'
import { ChatBench, textResult, waitForever } from './testing/chatBench'
import { ScriptedModel } from './testing/scriptedModel'

const echo = { files: { echo: () => Promise.resolve(textResult('hi back')) } }
const wantsEcho = { calls: [{ id: 'call-1', name: 'files__echo', arguments: '{"message":"hi"}' }] }

it('shows an answer that a crash cut off as cut off, with the words that had come', async () => {
  await using model = await ScriptedModel.start({ text: ['Once upon'], ending: 'hold' }, { text: ['Again.'] })
  const before = new ChatBench({ baseUrl: model.baseUrl })
  const id = before.open()
  before.runner.send(id, 'A story')
  await before.until(id, ({ messages }) => messages[1]?.parts.length === 1)

  const after = new ChatBench({ baseUrl: model.baseUrl, database: before.database })
  after.runner.resume()
  after.watch(id)
  expect(after.screen(id).messages[1]).toMatchObject({ state: 'cutOff', parts: [{ kind: 'text', text: 'Once upon' }] })
  after.runner.send(id, 'Go on')
  expect((await after.ended(id)).messages.at(-1)).toMatchObject({ state: 'done' })
  await before.runner[Symbol.asyncDispose]()
})

it('makes a call in flight an interrupted one, and the conversation stays valid', async () => {
  await using model = await ScriptedModel.start(wantsEcho, { text: ['Again.'] })
  const before = new ChatBench({ baseUrl: model.baseUrl, tools: { files: { echo: (_call, signal) => waitForever(signal) } } })
  const id = before.open()
  before.runner.send(id, 'Go')
  await before.until(
    id,
    ({ messages }) => messages[1]?.parts.some((part) => part.kind === 'call' && part.call.state === 'running') ?? false,
  )
  await before.runner[Symbol.asyncDispose]()

  const after = new ChatBench({ baseUrl: model.baseUrl, tools: echo, database: before.database })
  after.runner.resume()
  after.watch(id)
  expect(after.screen(id).messages[1]).toMatchObject({
    state: 'cutOff',
    parts: [{ call: { state: 'cutOff', error: { code: 'INTERRUPTED' } } }],
  })
  after.runner.send(id, 'Go on')
  await after.ended(id)
  expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'user'])
})

it('asks again about a call that waited for approval, once its server is up, and goes on', async () => {
  await using model = await ScriptedModel.start(wantsEcho, { text: ['It said hi back.'] })
  const before = new ChatBench({ baseUrl: model.baseUrl, tools: echo, approve: (_request, signal) => waitForever(signal) })
  const id = before.open()
  before.runner.send(id, 'Go')
  await before.until(id, ({ messages }) => messages[1]?.state === 'waiting')
  await before.runner[Symbol.asyncDispose]()

  const after = new ChatBench({ baseUrl: model.baseUrl, tools: echo, database: before.database })
  after.servers.phase = 'starting'
  after.runner.resume()
  after.watch(id)
  expect(after.screen(id).messages[1]?.state).toBe('waiting')
  after.servers.becomeReady()
  const shown = await after.ended(id)
  expect(shown.messages[1]).toMatchObject({ state: 'done', parts: [{ call: { state: 'done' } }, { text: 'It said hi back.' }] })
  expect(after.store.load(id)).toEqual(shown)
})
