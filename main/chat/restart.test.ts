import { expect, it } from 'vitest'
import type { CallTask } from '../../shared/domain/task'
import type { CallId } from '../../shared/domain/ids'
import type { ToolResult } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import { MemoryTasks } from '../connections/testing/memoryTasks'
import { MemorySuspendedCalls } from '../connections/testing/memoryWaits'
import type { ServerCall } from '../tools/approveAndCallTool'
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

it('leaves every turn when Parley quits, also where the disk takes no more words', async () => {
  await using model = await ScriptedModel.start({ text: ['Once upon'], ending: 'hold' }, { text: ['Long ago'], ending: 'hold' })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  const ids = [bench.open(), bench.open()]
  for (const id of ids) {
    bench.runner.send(id, 'A story')
    await bench.until(id, ({ messages }) => messages[1]?.parts.length === 1)
  }
  bench.database.run('PRAGMA query_only = ON')
  await bench.runner[Symbol.asyncDispose]()
  // A conversation in which no turn runs still accepts a message, as far as the disk allows.
  for (const id of ids) expect(() => bench.runner.send(id, 'Go on')).toThrow('readonly')
})

it('shows a turn that the disk did not take as failed until it does, and starts no other one there before', async () => {
  await using model = await ScriptedModel.start({ ...wantsEcho }, { text: ['Again.'] })
  const called = Promise.withResolvers<void>()
  const bench = new ChatBench({
    baseUrl: model.baseUrl,
    tools: { files: { echo: () => called.promise.then(() => textResult('hi back')) } },
  })
  const id = bench.open()
  bench.runner.send(id, 'Go')
  await bench.until(id, ({ messages }) => messages[1]?.parts.some((part) => part.kind === 'call' && part.call.state === 'running') ?? false)
  bench.database.run('PRAGMA query_only = ON')
  called.resolve()
  await bench.until(id, ({ messages }) => messages[1]?.state === 'failed')
  const failed = [{ call: { state: 'failed', error: { code: 'NOT_SAVED' } } }, { kind: 'notice', error: { code: 'NOT_SAVED' } }]
  expect(bench.screen(id).messages[1]?.parts).toMatchObject(failed)
  expect(() => bench.runner.retry(id)).toThrow('readonly')
  expect(bench.store.load(id).messages[1]?.state).toBe('running')
  bench.database.run('PRAGMA query_only = OFF')
  bench.runner.retry(id)
  expect((await bench.ended(id)).messages.at(-1)).toMatchObject({ state: 'done' })
  expect(bench.store.load(id).messages.at(-1)?.state).toBe('done')
})

it('keeps the whole text of an answer when the disk did not take its end at first', async () => {
  await using model = await ScriptedModel.start({ text: ['Once', ' upon a time'] }, { text: ['Again.'] })
  const bench = new ChatBench({ baseUrl: model.baseUrl })
  bench.database.run(`CREATE TRIGGER full BEFORE UPDATE ON part WHEN NEW.json LIKE '%time%' BEGIN SELECT RAISE(ABORT, 'full'); END`)
  const id = bench.open()
  bench.runner.send(id, 'A story')
  expect((await bench.ended(id)).messages[1]?.state).toBe('failed')
  bench.database.run('DROP TRIGGER full')
  bench.runner.send(id, 'Go on')
  await bench.ended(id)
  expect(bench.store.load(id).messages[1]?.parts).toMatchObject([{ kind: 'text', text: 'Once upon a time' }, { kind: 'notice' }])
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

it('a call that waited for approval, whose server the policy forbids by now, says so and can be tried again once it is allowed', async () => {
  await using model = await ScriptedModel.start(wantsEcho, wantsEcho, { text: ['It said hi back.'] })
  const before = new ChatBench({ baseUrl: model.baseUrl, tools: echo, approve: (_request, signal) => waitForever(signal) })
  const id = before.open()
  before.runner.send(id, 'Go')
  await before.until(id, ({ messages }) => messages[1]?.state === 'waiting')
  await before.runner[Symbol.asyncDispose]()

  const after = new ChatBench({ baseUrl: model.baseUrl, tools: echo, database: before.database })
  const error = { code: 'POLICY', reason: 'policy.ownServers', params: { by: 'Atlas IT', ask: { id: 'policy.askManager' } } } as const
  after.servers.forbidden = { ...error, message: '' }
  after.runner.resume()
  after.watch(id)
  expect((await after.ended(id)).messages[1]).toMatchObject({ state: 'cutOff', parts: [{ call: { state: 'cutOff', error } }] })
  after.servers.forbidden = undefined
  after.runner.retry(id)
  expect((await after.ended(id)).messages[1]).toMatchObject({
    state: 'done',
    parts: [{ call: { state: 'cutOff' } }, { call: { state: 'done' } }, { text: 'It said hi back.' }],
  })
})

it('TK-05: waits on for a call that its server runs as a task, tells it again, and goes on with the answer', async () => {
  await using model = await ScriptedModel.start(wantsEcho, { text: ['The work is done.'] })
  const taskStore = new MemoryTasks()
  const task: CallTask = { taskId: 't', status: 'working', statusMessage: 'Half way', createdAt: 1, checkedAt: 2 }
  const startsTask = (call: ServerCall, signal: AbortSignal): Promise<ToolResult> => {
    taskStore.remember({ callId: call.callId, serverId: call.serverId, launchHash: '', era: '2026', tool: call.tool, task, answered: [] })
    call.onTask(task)
    return waitForever(signal)
  }
  const before = new ChatBench({ baseUrl: model.baseUrl, tools: { files: { echo: startsTask } }, taskStore })
  const id = before.open()
  before.runner.send(id, 'Go')
  await before.until(id, ({ messages }) => messages[1]?.parts.some((part) => part.kind === 'call' && part.call.task !== undefined) ?? false)
  await before.runner[Symbol.asyncDispose]()

  const after = new ChatBench({ baseUrl: model.baseUrl, tools: echo, taskStore, database: before.database })
  after.runner.resume()
  after.watch(id)
  expect(after.screen(id).messages[1]).toMatchObject({ state: 'running', parts: [{ call: { state: 'running', task } }] })
  const shown = await after.ended(id)
  expect({ called: after.servers.calls.length, resumed: after.servers.resumed.length, turn: shown.messages[1] }).toMatchObject({
    called: 0,
    resumed: 1,
    turn: { state: 'done', parts: [{ call: { state: 'done', task } }, { text: 'The work is done.' }] },
  })
  expect(after.store.load(id)).toEqual(shown)
  expect(taskStore.records.size).toBe(0)
})

it('forgets a task only when the end of its call is on disk: kill -9 in between must not lose the result', async () => {
  await using model = await ScriptedModel.start(wantsEcho, { text: ['Done.'] })
  const endedWith: (string | undefined)[] = []
  class WatchedTasks extends MemoryTasks {
    override forget(callId: CallId): void {
      endedWith.push(bench.store.call(callId)?.state)
      super.forget(callId)
    }
  }
  const bench = new ChatBench({ baseUrl: model.baseUrl, tools: echo, taskStore: new WatchedTasks() })
  const id = bench.open()
  bench.runner.send(id, 'Go')
  await bench.ended(id)
  expect(endedWith).toEqual(['done'])
})

/** A turn whose call waited for a person when Parley was left, and the bench that resumes it. */
async function leftWaiting(model: ScriptedModel, resumed: (call: ServerCall, signal: AbortSignal) => Promise<ToolResult>) {
  const suspendedCalls = new MemorySuspendedCalls()
  const asks = ({ callId, serverId, tool, onWaiting }: ServerCall, signal: AbortSignal): Promise<ToolResult> => {
    const params = { name: tool, arguments: {} }
    suspendedCalls.remember({ callId, serverId, launchHash: '', tool, definitionHash: '', params, round: 1, inputRequests: {} })
    onWaiting(true)
    return waitForever(signal)
  }
  const before = new ChatBench({ baseUrl: model.baseUrl, tools: { files: { echo: asks } }, suspendedCalls })
  const id = before.open()
  before.runner.send(id, 'Go')
  await before.until(id, ({ messages }) => messages[1]?.state === 'waiting')
  await before.runner[Symbol.asyncDispose]()
  const after = new ChatBench({ baseUrl: model.baseUrl, tools: { files: { echo: resumed } }, suspendedCalls, database: before.database })
  const goesOn = after.runner.resume()
  after.watch(id)
  return { before, after, id, goesOn }
}

it('MR-12: goes on with a call that waited for a person, without asking for approval or calling anew, and tells the model what came of it', async () => {
  await using model = await ScriptedModel.start(wantsEcho, { text: ['You are Ada.'] })
  const { before, after, id, goesOn } = await leftWaiting(model, () => Promise.resolve(textResult('Ada')))
  const [, turn] = after.screen(id).messages
  const callIds = turn?.parts.flatMap((part) => (part.kind === 'call' ? [part.call.id] : []))
  expect({ goesOn: [...goesOn], left: before.endedCalls }).toEqual({ goesOn: callIds, left: [] })
  const shown = await after.ended(id)
  expect({
    called: after.servers.calls.length,
    resumed: after.servers.resumed,
    ended: after.endedCalls,
    turn: shown.messages[1],
  }).toMatchObject({
    called: 0,
    resumed: callIds,
    ended: callIds,
    turn: { state: 'done', parts: [{ call: { state: 'done' } }, { text: 'You are Ada.' }] },
  })
})

it('leaves it to the person what becomes of a turn whose waiting call cannot go on, and makes it again when they say so', async () => {
  await using model = await ScriptedModel.start(wantsEcho, wantsEcho, { text: ['At last.'] })
  const { after, id } = await leftWaiting(model, () => Promise.reject(new AppError('INTERRUPTED', 'files no longer knows this request')))
  const shown = await after.ended(id)
  expect({ turn: shown.messages[1], asked: model.requests.length }).toMatchObject({
    turn: { state: 'cutOff', parts: [{ call: { state: 'cutOff', error: { message: 'files no longer knows this request' } } }] },
    asked: 1,
  })
  const [once] = after.endedCalls
  const again = new ChatBench({ baseUrl: model.baseUrl, tools: echo, database: after.database })
  again.watch(id)
  again.runner.retry(id)
  expect((await again.ended(id)).messages[1]).toMatchObject({
    state: 'done',
    parts: [{ call: { state: 'cutOff' } }, { call: { state: 'done' } }, { text: 'At last.' }],
  })
  expect(again.servers.calls.map(({ callId }) => callId === once)).toEqual([false])
})

it('says of a call that waited for an answer which cannot reach it any more that its server cannot resume', async () => {
  await using model = await ScriptedModel.start(wantsEcho)
  const asks = ({ onWaiting }: ServerCall, signal: AbortSignal): Promise<ToolResult> => {
    onWaiting(true)
    return waitForever(signal)
  }
  const before = new ChatBench({ baseUrl: model.baseUrl, tools: { files: { echo: asks } } })
  const id = before.open()
  before.runner.send(id, 'Go')
  await before.until(id, ({ messages }) => messages[1]?.state === 'waiting')
  await before.runner[Symbol.asyncDispose]()
  const after = new ChatBench({ baseUrl: model.baseUrl, tools: echo, database: before.database })
  expect(after.runner.resume().size).toBe(0)
  after.watch(id)
  expect(after.screen(id).messages[1]).toMatchObject({
    state: 'cutOff',
    parts: [{ call: { state: 'cutOff', error: { reason: 'chat.cannotResume', params: { serverId: 'files' } } } }],
  })
})

it('has kept that a call runs when its server gets it: kill -9 at that instant must not lead to a second question', async () => {
  await using model = await ScriptedModel.start(wantsEcho, { text: ['Done.'] })
  const kept: string[] = []
  const bench = new ChatBench({
    baseUrl: model.baseUrl,
    tools: {
      files: {
        echo: () => {
          const { messages } = bench.store.load(id)
          kept.push(...(messages.at(-1)?.parts ?? []).flatMap((part) => (part.kind === 'call' ? part.call.state : [])))
          return Promise.resolve(textResult('hi back'))
        },
      },
    },
  })
  const id = bench.open()
  bench.runner.send(id, 'Go')
  await bench.ended(id)
  expect(kept).toEqual(['running'])
})
