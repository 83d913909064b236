import { describe, expect, it } from 'vitest'
import type { CallProgress } from '../../shared/domain/chat'
import type { Asker } from '../../shared/domain/question'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { CallTask } from '../../shared/domain/task'
import { AppError } from '../../shared/errors/appError'
import type { ClientFeatures } from '../session/clientFeatures'
import { longWork, until, type LongWork } from '../connections/testing/longWork'
import { MemoryTasks } from '../connections/testing/memoryTasks'
import {
  define,
  failureOf,
  newCallId,
  newConversationId,
  refusingRequests,
  serverId,
  testPool,
  type CallOptions,
  type TestPool,
} from '../connections/testing/poolFixture'

const quick = { taskPollLeastMs: 20, taskPollMs: 20 }
const words = (said: string) => [{ type: 'text', text: said }]

interface Bench extends AsyncDisposable {
  readonly work: LongWork
  readonly test: TestPool
  readonly tasks: MemoryTasks
  readonly seen: CallTask[]
  call(tool: string, args: Record<string, string | number>, options?: CallOptions): ReturnType<TestPool['call']>
  /** Resolves when the task of the last call was reported in this state. */
  told(check: (task: CallTask) => boolean): Promise<void>
}

async function bench(
  era: '2025' | '2026',
  transport: 'stdio' | 'http',
  options: { readonly requests?: Partial<ClientFeatures>; readonly limits?: Partial<Limits> } = {},
): Promise<Bench> {
  const work = await longWork(era, transport)
  const tasks = new MemoryTasks()
  const test = testPool([define('work', work.launch)], {
    limits: { ...quick, ...options.limits },
    deps: { taskStore: tasks, requests: { ...refusingRequests, ...options.requests } },
  })
  await test.pool.start(serverId('work'))
  const seen: CallTask[] = []
  return {
    work,
    test,
    tasks,
    seen,
    call: (tool, args, more = {}) => test.call('work', tool, args, { onTask: (task) => seen.push(task), ...more }),
    told: (check) => until(() => seen.some(check)),
    [Symbol.asyncDispose]: async () => {
      await test[Symbol.asyncDispose]()
      await work[Symbol.asyncDispose]()
    },
  }
}

const accept = (content: Record<string, string>) => ({ action: 'accept', content })
const answers: Partial<ClientFeatures> = {
  elicit: (_asker, params) => Promise.resolve(JSON.stringify(params).includes('size') ? accept({ size: 'l' }) : accept({ name: 'Ada' })),
}

/** The tool calls that were cancelled like calls without a task. */
function cancelledCalls(work: LongWork): readonly unknown[] {
  const calls = new Set(work.log().flatMap(({ id, method }) => (method === 'tools/call' ? [id] : [])))
  return work.log().flatMap(({ method, requestId }) => (method === 'notifications/cancelled' && calls.has(requestId) ? [requestId] : []))
}

describe.each([
  ['2025', 'stdio'],
  ['2025', 'http'],
  ['2026', 'stdio'],
  ['2026', 'http'],
] as const)('a task of %s over %s', (era, transport) => {
  it('TK-01, TK-04, TK-14, TL-25: brings its result to the call, and says meanwhile how it stands', async () => {
    await using it = await bench(era, transport)
    const call = it.call('work', { name: 'a' })
    await it.told(({ status }) => status === 'working')
    it.work.put('a-says', 'Half way')
    await it.told(({ statusMessage }) => statusMessage === 'Half way')
    it.work.put('a-done')
    const result = await call
    expect({ content: result.content, left: it.tasks.records.size, last: it.seen.at(-1) }).toMatchObject({
      content: words('Work a is done'),
      left: 0,
      last: { status: 'completed', statusMessage: 'Half way' },
    })
  })

  it('keeps the record of a task of a conversation after its result came, until its turn has kept that', async () => {
    await using it = await bench(era, transport)
    it.work.put('a-done')
    const result = await it.call('work', { name: 'a' }, { conversationId: newConversationId() })
    expect([result.content, it.tasks.records.size]).toEqual([words('Work a is done'), 1])
  })

  it('TK-06, TK-07, TK-08: asks a person what the task asks, each thing once, as a question of its call', async () => {
    const askers: Asker[] = []
    const callId = newCallId()
    const elicit: ClientFeatures['elicit'] = (asker, params, signal) => {
      askers.push(asker)
      return answers.elicit?.(asker, params, signal) ?? Promise.resolve()
    }
    const waiting: boolean[] = []
    await using it = await bench(era, transport, { requests: { elicit } })
    const result = await it.call('ask', { name: 'a' }, { callId, onWaiting: (now) => waiting.push(now) })
    expect({ content: result.content, askers, waiting }).toEqual({
      content: words(JSON.stringify([{ name: 'Ada' }, { size: 'l' }])),
      askers: [
        { serverId: 'work', callIds: [callId] },
        { serverId: 'work', callIds: [callId] },
      ],
      waiting: [true, false, true, false],
    })
  })

  it('CN-04, TK-09: is given up by tasks/cancel when its call is stopped, at once for the caller', async () => {
    await using it = await bench(era, transport)
    const stop = new AbortController()
    const call = failureOf(it.call('work', { name: 'a' }, { signal: stop.signal }))
    await it.told(({ status }) => status === 'working')
    stop.abort(new AppError('CANCELLED', 'You stopped it'))
    const error = await call
    await until(() => it.work.methods().includes('tasks/cancel'))
    expect({ message: error.message, left: it.tasks.records.size, cancelled: cancelledCalls(it.work) }).toEqual({
      message: 'You stopped it',
      left: 0,
      cancelled: [],
    })
  })

  it('TK-05: is asked for again after the server was started anew', async () => {
    await using it = await bench(era, transport)
    const call = it.call('work', { name: 'a' })
    await it.told(({ status }) => status === 'working')
    if (transport === 'http') await it.work.restart()
    else await it.test.pool.restart(serverId('work'))
    const looks = it.work.methods().length
    await until(() => it.work.methods().slice(looks).includes('tasks/get'))
    it.work.put('a-done')
    expect((await call).content).toEqual(words('Work a is done'))
  })
})

describe.each(['2025', '2026'] as const)('a task of %s', (era) => {
  it('TK-13: tells a task that failed from a result that is an error', async () => {
    await using it = await bench(era, 'stdio')
    it.work.put('a-done')
    const failed = await failureOf(it.call('fail', { name: 'a' }))
    const grumbled = await it.call('grumble', { name: 'a' })
    expect({ failed: failed.toData(), grumbled: { content: grumbled.content, isError: grumbled.isError } }).toEqual({
      failed: {
        code: 'SERVER_ERROR',
        message: expect.any(String),
        reason: 'session.answeredError',
        params: { server: 'work' },
        said: expect.stringContaining('The work went wrong'),
      },
      grumbled: { content: words('It did not work'), isError: true },
    })
  })

  it('TK-12: ends the call with a plain reason when the server has forgotten the task', async () => {
    await using it = await bench(era, 'stdio')
    const error = await failureOf(it.call('work', { name: 'a', ttlMs: 60 }))
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      reason: 'calls.taskUnknown',
      params: { server: 'work', why: 'expired' },
    })
  })
})

describe('what is run as a task', () => {
  it('TL-25: a 2025 server is asked for one only where its tool needs one', async () => {
    await using it = await bench('2025', 'stdio')
    it.work.put('a-done')
    const said = [await it.call('choose', { name: 'a' }), await it.call('never', { name: 'a' }), await it.call('work', { name: 'a' })]
    const asked = it.work.log().filter(({ method }) => method === 'tools/call')
    expect({ said: said.map(({ content }) => content), asked: asked.map(({ task }) => task) }).toEqual({
      said: [words('at once'), words('at once'), words('Work a is done')],
      asked: [undefined, undefined, { ttl: 24 * 60 * 60 * 1000 }],
    })
  })

  it('TK-01, TK-10: a 2026 server is told with every request that it may answer with one, and may not; requests for a task name it in a header', async () => {
    await using it = await bench('2026', 'http')
    const plain = await it.call('never', { name: 'a' })
    it.work.put('a-done')
    await it.call('work', { name: 'a' })
    const declared = it.work.log().find(({ method }) => method === 'tools/call')?.['capabilities']
    const named = it.work.log().some(({ header }) => header === it.seen[0]?.taskId)
    expect({ plain: plain.content, declared, named }).toMatchObject({
      named: true,
      plain: words('at once'),
      declared: { extensions: { 'io.modelcontextprotocol/tasks': {} } },
    })
  })

  it('TK-15: whatever answers a question of a task names the task', async () => {
    await using it = await bench('2025', 'stdio', { requests: answers })
    await it.call('ask', { name: 'a' })
    const said = it.work.log().flatMap(({ answered }) => (answered === undefined ? [] : [answered]))
    const meta = { 'io.modelcontextprotocol/related-task': { taskId: it.seen[0]?.taskId } }
    expect(said).toEqual([
      { ...accept({ name: 'Ada' }), _meta: meta },
      { ...accept({ size: 'l' }), _meta: meta },
    ])
  })
})

describe('while a task runs', () => {
  it('TK-15: tells the questions of two tasks apart over one pipe', async () => {
    const askers: string[] = []
    const all = Promise.withResolvers<void>()
    const elicit: ClientFeatures['elicit'] = async (asker, params, signal) => {
      askers.push(asker.callIds.join())
      if (askers.length === 2) all.resolve()
      // The first answer waits until both questions are asked.
      await all.promise
      return answers.elicit?.(asker, params, signal)
    }
    await using it = await bench('2025', 'stdio', { requests: { elicit } })
    const [one, other] = [newCallId(), newCallId()]
    await Promise.all([it.call('ask', { name: 'a' }, { callId: one }), it.call('ask', { name: 'b' }, { callId: other })])
    expect(new Set(askers.slice(0, 2))).toEqual(new Set([one, other]))
  })

  it('CN-04: is given up by its id when its call is stopped before the server has told the id', async () => {
    await using it = await bench('2025', 'stdio')
    it.work.put('a-slowly')
    const stop = new AbortController()
    const call = failureOf(it.call('work', { name: 'a' }, { signal: stop.signal }))
    await until(() => it.work.methods().includes('tools/call'))
    stop.abort(new AppError('CANCELLED', 'You stopped it'))
    const { message } = await call
    it.work.put('a-begins')
    await until(() => it.work.methods().includes('tasks/cancel'))
    expect({ message, cancelled: cancelledCalls(it.work), left: it.tasks.records.size }).toEqual({
      message: 'You stopped it',
      cancelled: [],
      left: 0,
    })
  })

  it('PR-04: its progress is heard under the token of its call', async () => {
    const heard: CallProgress[] = []
    await using it = await bench('2025', 'stdio')
    const call = it.call('work', { name: 'a' }, { onProgress: (said) => heard.push(said) })
    await it.told(({ status }) => status === 'working')
    it.work.put('a-progress', '3')
    await until(() => heard.length > 0)
    it.work.put('a-done')
    await call
    expect(heard[0]).toEqual({ progress: 3 })
  })

  it('is not bound by the deadlines of a plain call', async () => {
    await using it = await bench('2026', 'stdio', { limits: { callQuietMs: 100, callTotalMs: 150 } })
    const call = it.call('work', { name: 'a' })
    const begun = Date.now()
    await it.told(({ checkedAt }) => checkedAt > begun + 300)
    it.work.put('a-done')
    expect((await call).content).toEqual(words('Work a is done'))
  })

  it('ends when all the time that it may take has passed, and is given up', async () => {
    await using it = await bench('2026', 'stdio', { limits: { taskTotalMs: 150 } })
    expect((await failureOf(it.call('work', { name: 'a' }))).code).toBe('TIMED_OUT')
    await until(() => it.work.methods().includes('tasks/cancel'))
  })

  it('TK-12: counts as dead when its time has passed and nothing new is heard of it', async () => {
    await using it = await bench('2026', 'stdio')
    it.work.put('a-kept')
    const error = await failureOf(it.call('work', { name: 'a', ttlMs: 60 }))
    expect(error).toMatchObject({
      code: 'TIMED_OUT',
      reason: 'calls.taskExpired',
      params: { server: 'work' },
    })
  })

  it('MR-09, TK-07: a refusal ends the call and the task, since there is no way to say no to sampling or folders', async () => {
    await using it = await bench('2026', 'stdio')
    expect((await failureOf(it.call('ask', { name: 'a' }))).code).toBe('DENIED')
    await until(() => it.work.methods().includes('tasks/cancel'))
    expect(it.work.methods()).not.toContain('tasks/update')
  })

  it('withdraws its question when the server gives it up', async () => {
    const asked = Promise.withResolvers<AbortSignal>()
    const elicit: ClientFeatures['elicit'] = (_asker, _params, signal) => {
      asked.resolve(signal)
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new AppError('QUESTION_ENDED', 'Withdrawn'))))
    }
    await using it = await bench('2026', 'stdio', { requests: { elicit } })
    const call = failureOf(it.call('ask', { name: 'a' }))
    const signal = await asked.promise
    it.work.put('a-givenUp')
    const error = await call
    expect({ code: error.code, fact: error.fact, withdrawn: signal.aborted }).toEqual({
      code: 'SERVER_ERROR',
      fact: { reason: 'calls.taskCancelled', params: { server: 'work' } },
      withdrawn: true,
    })
  })

  it('waits for a server that is away, and not for ever', async () => {
    await using it = await bench('2026', 'stdio', { limits: { callQuietMs: 400 } })
    const call = failureOf(it.call('work', { name: 'a' }))
    await it.told(({ status }) => status === 'working')
    await it.test.pool.stop(serverId('work'))
    const error = await call
    expect(error).toMatchObject({
      code: 'TIMED_OUT',
      reason: 'calls.taskServerAway',
      params: { server: 'work', why: { id: 'errors.connections.notRunning', params: { server: 'work' } } },
    })
  })

  it('ends with the reason when its server is removed', async () => {
    await using it = await bench('2026', 'stdio')
    const call = failureOf(it.call('work', { name: 'a' }))
    await it.told(({ status }) => status === 'working')
    it.test.registry.set([])
    expect(await call).toMatchObject({ reason: 'connections.removed', params: { server: 'work' } })
  })
})

describe('a task that an earlier run of Parley left', () => {
  async function left(it: Bench): Promise<ReturnType<typeof newCallId>> {
    const callId = newCallId()
    const quit = new AbortController()
    const call = failureOf(it.call('work', { name: 'a' }, { callId, signal: quit.signal }))
    await it.told(({ status }) => status === 'working')
    quit.abort(new AppError('INTERRUPTED', 'Parley quit'))
    await call
    return callId
  }
  const nobody = { onProgress: () => undefined, onWaiting: () => undefined }

  it('TK-05: is not given up when Parley quits, and brings its result to whoever asks for it again', async () => {
    await using it = await bench('2026', 'stdio')
    const callId = await left(it)
    it.work.put('a-done')
    const result = await it.test.pool.resumeTask({ serverId: serverId('work'), callId, ...nobody }, new AbortController().signal)
    expect({ content: result.content, cancelled: it.work.methods().includes('tasks/cancel'), kept: it.tasks.records.size }).toEqual({
      content: words('Work a is done'),
      cancelled: false,
      kept: 0,
    })
  })

  it('TK-05: is not asked for at a server that was changed meanwhile', async () => {
    await using it = await bench('2026', 'stdio')
    const callId = await left(it)
    const record = it.tasks.find(callId)
    if (record) it.tasks.remember({ ...record, launchHash: 'of another program' })
    const resumed = it.test.pool.resumeTask({ serverId: serverId('work'), callId, ...nobody }, new AbortController().signal)
    expect((await failureOf(resumed)).toData()).toMatchObject({ code: 'INTERRUPTED', reason: 'calls.taskServerChanged' })
  })

  it('TK-08: answers nothing twice, also what the server still seems to ask', async () => {
    const asked: string[] = []
    let isPatient = false
    const elicit: ClientFeatures['elicit'] = (asker, params, signal) => {
      const isSize = JSON.stringify(params).includes('size')
      asked.push(isSize ? 'size' : 'name')
      if (isSize && !isPatient) return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('Quit'))))
      return answers.elicit?.(asker, params, signal) ?? Promise.resolve()
    }
    await using it = await bench('2026', 'stdio', { requests: { elicit } })
    it.work.put('a-stale')
    const callId = newCallId()
    const quit = new AbortController()
    const call = failureOf(it.call('ask', { name: 'a' }, { callId, signal: quit.signal }))
    await until(() => asked.includes('size'))
    quit.abort(new AppError('INTERRUPTED', 'Parley quit'))
    await call
    isPatient = true
    const result = await it.test.pool.resumeTask({ serverId: serverId('work'), callId, ...nobody }, new AbortController().signal)
    expect({ asked, content: result.content }).toEqual({
      asked: ['name', 'size', 'size'],
      content: words(JSON.stringify([{ name: 'Ada' }, { size: 'l' }])),
    })
  })
})
