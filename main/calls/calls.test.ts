import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import type { Asker } from '../../shared/domain/question'
import { AppError } from '../../shared/errors/appError'
import { ManualClock } from '../testing/manualClock'
import type { ClientFeatures } from '../session/clientFeatures'
import {
  define,
  failureOf,
  faulty,
  newCallId,
  newConversationId,
  refusingRequests,
  serverId,
  testPool,
} from '../connections/testing/poolFixture'

it('reads odd results leniently, and keeps what it does not know', async () => {
  await using test = testPool([define('odd', faulty('good'))])
  await test.pool.start(serverId('odd'))
  const odd = await test.call('odd', 'odd')
  const nothing = await test.call('odd', 'nothing')
  expect({ odd, nothing: nothing.content }).toMatchObject({
    odd: {
      content: [
        { type: 'text', text: 'kept' },
        { type: 'unknown', kind: 'hologram', json: { type: 'hologram', data: 1 } },
        { type: 'unknown', kind: 'number', json: 5 },
        { type: 'unknown', kind: 'image' },
      ],
      structuredContent: [1, 2],
      isError: false,
    },
    nothing: [],
  })
})

it("gives a server's own error as its words", async () => {
  await using test = testPool([define('refuses', faulty('good'))])
  await test.pool.start(serverId('refuses'))
  const error = await failureOf(test.call('refuses', 'refuse'))
  expect(error.toData()).toEqual({
    code: 'SERVER_ERROR',
    message: expect.any(String),
    reason: 'session.answeredError',
    params: { server: 'refuses' },
    said: expect.stringContaining('no license'),
  })
})

it('CN-01: ends a stopped call at once with the reason, and tells the server', async () => {
  await using test = testPool([define('slow', faulty('good'))])
  await test.pool.start(serverId('slow'))
  const stop = new AbortController()
  const call = failureOf(test.call('slow', 'cancelled', {}, { signal: stop.signal }))
  await heard(() => test.pool.output(serverId('slow')).text.includes('waits'))
  stop.abort(new AppError('CANCELLED', 'You stopped it'))
  const error = await call
  await heard(() => test.pool.output(serverId('slow')).text.includes('cancelled'))
  expect({ code: error.code, message: error.message }).toEqual({ code: 'CANCELLED', message: 'You stopped it' })
})

it('CN-08: leaves nobody waiting who stops a call, and writes down why it ended', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    await using test = testPool([define('slow', faulty('good'))])
    await test.pool.start(serverId('slow'))
    const stop = new AbortController()
    const call = failureOf(test.call('slow', 'hang', {}, { signal: stop.signal }))
    await heard(() => test.pool.output(serverId('slow')).text.includes('hangs'))
    stop.abort(new AppError('CANCELLED', 'You stopped it'))
    const later = test.call('slow', 'echo').then(() => 'something asked later was answered')
    expect(await Promise.race([call.then(({ code }) => code), later])).toBe('CANCELLED')
    await later
    await vi.waitFor(() => expect(written.mock.calls.join()).toMatch(/A call was cancelled.*"server":"slow".*"reason":"You stopped it"/))
  } finally {
    written.mockRestore()
  }
})

it('JR-06: ends a call without a sign of life by its deadline, and says that it was the time', async () => {
  await using test = testPool([define('hangs', faulty('good'))], { limits: { callQuietMs: 200 } })
  await test.pool.start(serverId('hangs'))
  expect((await failureOf(test.call('hangs', 'hang'))).code).toBe('TIMED_OUT')
})

it('PR-02: lets progress hold the quiet deadline off, but not the deadline for all', async () => {
  const clock = new ManualClock()
  await using test = testPool([define('steps', faulty('good'))], { limits: { callQuietMs: 250, callTotalMs: 600 }, deps: { clock } })
  await test.pool.start(serverId('steps'))
  const seen: number[] = []
  // Steps that come faster than a person can see are reported as one, so each step is awaited.
  const step = async (): Promise<void> => {
    const before = seen.length
    await test.call('steps', 'step')
    await heard(() => seen.length > before)
  }
  const begin = (): ReturnType<typeof test.call> => test.call('steps', 'steps', {}, { onProgress: ({ progress }) => seen.push(progress) })
  const fine = begin()
  for (const ms of [0, 200, 200, 150]) {
    await clock.pass(ms)
    await step()
  }
  await test.call('steps', 'done')
  const late = failureOf(begin())
  for (const ms of [0, 200, 200, 150]) {
    await clock.pass(ms)
    await step()
  }
  await clock.pass(50)
  expect({ fine: (await fine).content, seen, late: (await late).toData() }).toMatchObject({
    fine: [{ type: 'text', text: 'done' }],
    seen: [1, 2, 3, 4, 1, 2, 3, 4],
    late: { code: 'TIMED_OUT', reason: 'calls.tookTooLong', params: { unit: 'seconds', count: 1 } },
  })
})

it('CN-10: stands still while a person answers a question of the call', async () => {
  const waiting: boolean[] = []
  const clock = new ManualClock()
  const elicit = async (): Promise<unknown> => {
    await clock.pass(500)
    return { action: 'accept', content: {} }
  }
  const deps = { clock, requests: { ...refusingRequests, elicit } }
  await using test = testPool([define('asks', faulty('good'))], { limits: { callQuietMs: 200, callTotalMs: 300 }, deps })
  await test.pool.start(serverId('asks'))
  const result = await test.call('asks', 'ask', {}, { onWaiting: (now) => waiting.push(now) })
  expect({ waiting, content: result.content }).toEqual({
    waiting: [true, false],
    content: [{ type: 'text', text: '{"action":"accept","content":{}}' }],
  })
})

it('names every call that is open when a 2025 server first asks over pipes; from then on, also after a restart, one call at a time', async () => {
  const askers: Asker[] = []
  const bothAsked = Promise.withResolvers<void>()
  const requests: ClientFeatures = {
    ...refusingRequests,
    elicit: async (asker) => {
      if (askers.push(asker) === 2) bothAsked.resolve()
      await bothAsked.promise
      return { action: 'decline' }
    },
  }
  await using test = testPool([define('asks', faulty('good'))], { deps: { requests } })
  await test.pool.start(serverId('asks'))
  const conversationId = newConversationId()
  const ids = [newCallId(), newCallId(), newCallId()]
  const askTwice = (): Promise<unknown> =>
    Promise.all(ids.slice(0, 2).map((callId) => test.call('asks', 'ask', {}, { callId, conversationId })))
  await askTwice()
  const first = askers.splice(0)
  await askTwice()
  const then = askers.splice(0)
  await test.pool.restart(serverId('asks'))
  await askTwice()
  expect({ first, then, after: askers.map(({ callIds }) => callIds.length) }).toEqual({
    first: [
      { serverId: 'asks', callIds: ids.slice(0, 2), conversationId },
      { serverId: 'asks', callIds: ids.slice(0, 2), conversationId },
    ],
    then: [
      { serverId: 'asks', callIds: [ids[0]], conversationId },
      { serverId: 'asks', callIds: [ids[1]], conversationId },
    ],
    after: [1, 1],
  })
})

it('says of a call that it waits for a place, and that it has one, where an earlier one of its server waits for a person', async () => {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const requests: ClientFeatures = {
    ...refusingRequests,
    elicit: async () => {
      asked.resolve()
      await answered.promise
      return { action: 'decline' }
    },
  }
  await using test = testPool([define('asks', faulty('good'))], { deps: { requests } })
  await test.pool.start(serverId('asks'))
  const told: [string, boolean][] = []
  const ask = (name: string): Promise<unknown> =>
    test.call('asks', 'ask', {}, { conversationId: newConversationId(), onQueued: (queued) => void told.push([name, queued]) })
  const first = ask('first')
  await asked.promise
  const second = ask('second')
  await heard(() => told.length > 0)
  expect(told).toEqual([['second', true]])
  answered.resolve()
  await Promise.all([first, second])
  expect(told).toEqual([
    ['second', true],
    ['second', false],
  ])
})

// Whoever reads a resource on a server's page saw "loading" for as long as a form of another call was open.
it('says of a server that a request outside of conversations waits there, until it has a place or is stopped', async () => {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const requests: ClientFeatures = {
    ...refusingRequests,
    elicit: async () => {
      asked.resolve()
      await answered.promise
      return { action: 'decline' }
    },
  }
  await using test = testPool([define('asks', faulty('good'))], { deps: { requests } })
  await test.pool.start(serverId('asks'))
  const first = test.call('asks', 'ask', {})
  await asked.promise
  const stopping = new AbortController()
  const read = (signal: AbortSignal) => test.pool.readResource(serverId('asks'), { uri: 'x:1' }, signal).catch(() => 'not there')
  const reads = [read(stopping.signal), read(new AbortController().signal)]
  const waiting = () => test.pool.queued.all()
  await heard(() => waiting()[serverId('asks')] === 2)
  stopping.abort()
  await heard(() => waiting()[serverId('asks')] === 1)
  answered.resolve()
  await Promise.all([first, ...reads])
  expect(waiting()).toEqual({})
})

it('CN-10: withdraws the question of a call that is stopped', async () => {
  const withdrawn = Promise.withResolvers<unknown>()
  const asked = Promise.withResolvers<void>()
  const requests: ClientFeatures = {
    ...refusingRequests,
    elicit: (_asker, _params, signal) => {
      asked.resolve()
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          withdrawn.resolve(signal.reason)
          reject(new AppError('CANCELLED', 'withdrawn'))
        })
      })
    },
  }
  await using test = testPool([define('asks', faulty('good'))], { deps: { requests } })
  await test.pool.start(serverId('asks'))
  const stop = new AbortController()
  const call = failureOf(test.call('asks', 'ask', {}, { signal: stop.signal }))
  await asked.promise
  stop.abort(new AppError('CANCELLED', 'You stopped it'))
  expect([(await call).code, await withdrawn.promise]).toEqual(['CANCELLED', stop.signal.reason])
})

it('CN-11: withdraws a question that the server takes back, and the call goes on', async () => {
  const asked = Promise.withResolvers<void>()
  const withdrawn = Promise.withResolvers<void>()
  const requests: ClientFeatures = {
    ...refusingRequests,
    elicit: (_asker, _params, signal) => {
      asked.resolve()
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          withdrawn.resolve()
          reject(new Error('withdrawn'))
        })
      })
    },
  }
  const roots = (folder: string) => define('takes back', faulty('good'), { roots: [`file:///${folder}`], rootsChosen: true })
  await using test = testPool([roots('first')], { deps: { requests } })
  await test.pool.start(serverId('takes back'))
  const call = test.call('takes back', 'ask and take back')
  await asked.promise
  // The server gets the new roots, and then withdraws its question.
  test.registry.set([roots('second')])
  await withdrawn.promise
  expect((await call).content).toEqual([{ type: 'text', text: 'never mind' }])
})

it('runs no more calls at once than the limit', async () => {
  const roots = (folder: string) => define('many', faulty('good'), { roots: [`file:///${folder}`], rootsChosen: true })
  await using test = testPool([roots('first')], { limits: { callsAtOncePerServer: 2 } })
  await test.pool.start(serverId('many'))
  const arrived = (): number => test.pool.output(serverId('many')).text.split('one more').length - 1
  // The server answers when its roots change, and says how many calls were open then.
  const calls = [1, 2, 3, 4].map(() => test.call('many', 'together'))
  await heard(() => arrived() >= 2)
  test.registry.set([roots('second')])
  await heard(() => arrived() >= 4)
  test.registry.set([roots('third')])
  const open = (await Promise.all(calls)).map(({ content: [block] }) => block?.type === 'text' && block.text)
  expect(open).toEqual(['2', '2', '2', '2'])
})

it('ends the calls of a server that a person stops, with the reason', async () => {
  await using test = testPool([define('stops', faulty('good'))])
  await test.pool.start(serverId('stops'))
  const call = failureOf(test.call('stops', 'hang'))
  await heard(() => test.pool.output(serverId('stops')).text.includes('hangs'))
  await test.pool.stop(serverId('stops'))
  const after = await failureOf(test.call('stops', 'echo'))
  expect([(await call).fact, after.code]).toEqual([{ reason: 'connections.stopped', params: { server: 'stops' } }, 'SERVER_NOT_READY'])
})

it('EL-31, H13: records what was said for a call, without what a person typed into a form', async () => {
  const requests: ClientFeatures = {
    ...refusingRequests,
    elicit: () => Promise.resolve({ action: 'accept', content: { name: 'typed by a person' } }),
  }
  await using test = testPool([define('frames', faulty('good'))], { deps: { requests } })
  await test.pool.start(serverId('frames'))
  const callId = newCallId()
  await test.call('frames', 'ask', { message: 'the question' }, { callId })
  const ofCall = (await test.traffic.ofCall(callId)).map(({ direction, json }) => [
    direction,
    /"method":"([^"]+)"/.exec(json)?.[1] ?? 'result',
  ])
  const { records: all } = await test.traffic.ofServer(serverId('frames'), { limit: 100 })
  const answer = all.find(({ direction, json }) => direction === 'sent' && json.includes('"action"'))
  expect({ ofCall, answer: answer && /"result":.*/.exec(answer.json)?.[0] }).toEqual({
    ofCall: [
      ['sent', 'tools/call'],
      ['received', 'elicitation/create'],
      ['sent', 'result'],
      ['received', 'result'],
    ],
    answer: expect.stringContaining('{"action":"accept","content":"•••"}'),
  })
})

it('survives a flood of 20,000 notifications before the answer', async () => {
  await using test = testPool([define('flood', faulty('good'))])
  await test.pool.start(serverId('flood'))
  const result = await test.call('flood', 'flood', { lines: 20_000 })
  const { records } = await test.traffic.ofServer(serverId('flood'), { limit: 100_000 })
  expect({ content: result.content, kept: records.length <= 6_000 }).toEqual({
    content: [{ type: 'text', text: 'flooded' }],
    kept: true,
  })
})

async function heard(happened: () => boolean): Promise<void> {
  while (!happened()) await wait(5)
}
