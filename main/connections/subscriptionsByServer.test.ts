import { availableParallelism } from 'node:os'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { expect, it } from 'vitest'
import type { ConnectionState } from '../../shared/domain/connectionState'
import { AppError } from '../../shared/errors/appError'
import { ManualClock } from '../testing/manualClock'
import { fetchServer, legacyServer, sendEvent, sendJson, sendResult, startEvents, type Received } from './testing/httpServer'
import { until } from './testing/library'
import { buildModernServer } from './testing/modernServer'
import type { PoolDeps } from './connectionPool'
import { define, failureOf, faulty, newCallId, refusingRequests, serverId, testPool, type TestPool } from './testing/poolFixture'

const phaseOf = (test: TestPool, name: string): ConnectionState['phase'] | undefined => test.pool.states()[serverId(name)]?.phase

/** Waits until the wire has carried this many messages of a kind. */
async function framesOf(test: TestPool, name: string, method: string, times: number): Promise<void> {
  const seen = async (): Promise<number> => {
    const { records } = await test.traffic.ofServer(serverId(name), { limit: 1_000 })
    return records.filter(({ json }) => json.includes(method)).length
  }
  while ((await seen()) < times) await new Promise(setImmediate)
}

it('starts what is enabled, and follows what the user changes', async () => {
  await using test = testPool([define('on', faulty('good')), define('off', faulty('good'), { enabled: false })])
  test.pool.startEnabled()
  await test.until('on', 'ready')
  const atFirst = [phaseOf(test, 'on'), phaseOf(test, 'off')]
  const refused = await failureOf(test.pool.start(serverId('off')))
  test.registry.set([define('on', faulty('good'), { enabled: false }), define('off', faulty('good')), define('new', faulty('good'))])
  await Promise.all([test.until('on', 'disabled'), test.until('off', 'ready'), test.until('new', 'ready')])
  test.registry.set([define('off', faulty('good'))])
  const left = Object.keys(test.pool.states())
  expect({ atFirst, refused: refused.code, left }).toEqual({ atFirst: ['ready', 'disabled'], refused: 'CONFLICT', left: ['off'] })
})

it('restarts a server whose command changed, and leaves one alone whose other fields changed', async () => {
  await using test = testPool([define('a', faulty('good')), define('b', faulty('good'))])
  test.pool.startEnabled()
  const before = await Promise.all([test.until('a', 'ready'), test.until('b', 'ready')])
  test.registry.set([define('a', faulty('good', 'changed')), define('b', faulty('good'), { disabledTools: ['x'] })])
  await test.until('a', 'starting')
  const after = await Promise.all([test.until('a', 'ready'), test.until('b', 'ready')])
  expect(after.map(({ connectionId }, index) => connectionId === before[index]?.connectionId)).toEqual([false, true])
})

it('starts nothing that the gate has not let through, and shows that it waits', async () => {
  const answer = Promise.withResolvers<boolean>()
  const gate: PoolDeps['gate'] = {
    mayStart: (_server, starter) => {
      starter.onAsking()
      return answer.promise
    },
  }
  await using test = testPool([define('gated', faulty('good'))], { deps: { gate } })
  const started = failureOf(test.pool.start(serverId('gated')))
  const state = () => test.pool.states()[serverId('gated')]
  await until(test.pool.stateChanges, () => JSON.stringify(state()).includes('waitsForStart'))
  const waiting = state()
  answer.resolve(false)
  expect({ waiting, code: (await started).code, children: test.database.all('SELECT * FROM child').length }).toEqual({
    waiting: { phase: 'stopped', why: 'waitsForStart' },
    code: 'DENIED',
    children: 0,
  })
})

it('RO-05: tells a 2025 server that its folders changed', async () => {
  await using test = testPool([define('roots', faulty('good'))])
  await test.pool.start(serverId('roots'))
  test.registry.set([define('roots', faulty('good'), { roots: ['file:///new'], rootsChosen: true })])
  await test.call('roots', 'echo')
  const { records } = await test.traffic.ofServer(serverId('roots'), { limit: 100 })
  const sent = records.filter(({ direction, json }) => direction === 'sent' && json.includes('roots/list_changed'))
  expect(sent).toHaveLength(1)
})

it('SU-08: reads the lists again when a 2025 server says that they changed, once for a burst', async () => {
  let lists = 0
  const stream = Promise.withResolvers<Received['response']>()
  await using server = await legacyServer(({ method, message, response }) => {
    if (message['method'] === 'initialize') {
      sendResult(response, message['id'], {
        protocolVersion: '2025-11-25',
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'l', version: '1' },
      })
      return true
    }
    if (message['method'] === 'tools/list') {
      sendResult(response, message['id'], { tools: [{ name: `list ${++lists}`, inputSchema: { type: 'object' } }] })
      return true
    }
    if (method !== 'GET') return false
    startEvents(response)
    stream.resolve(response)
    return true
  })
  const clock = new ManualClock()
  await using test = testPool([define('changes', server.launch)], { deps: { clock } })
  const changed = Promise.withResolvers<void>()
  await test.pool.start(serverId('changes'))
  test.pool.catalogChanges.subscribe(() => changed.resolve())
  const events = await stream.promise
  for (let burst = 0; burst < 20; burst++) sendEvent(events, { jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
  await framesOf(test, 'changes', 'notifications/tools/list_changed', 20)
  await clock.pass(10_000)
  await changed.promise
  await clock.pass(10_000)
  await test.call('changes', 'list 2')
  expect([test.pool.catalog(serverId('changes')).tools.map(({ name }) => name), lists]).toEqual([['list 2'], 2])
})

it('CA-06, SU-01: listens to a 2026 server, and reads its lists again when they change', async () => {
  const handler = createMcpHandler(() => buildModernServer(), { legacy: 'reject' })
  await using server = await fetchServer((request) => handler.fetch(request))
  await using test = testPool([define('modern', server.launch)])
  await test.pool.start(serverId('modern'))
  const changed = Promise.withResolvers<void>()
  test.pool.catalogChanges.subscribe(() => changed.resolve())
  await framesOf(test, 'modern', 'notifications/subscriptions/acknowledged', 1)
  handler.notify.toolsChanged()
  await changed.promise
  expect(server.received.filter(({ message }) => message['method'] === 'tools/list')).toHaveLength(2)
})

it('lets only so many servers start at once, and a person before the rest', async () => {
  const servers = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => define(name, faulty('good')))
  await using test = testPool(servers)
  const order: string[] = []
  let most = 0
  test.pool.stateChanges.subscribe((states) => {
    const launching = Object.entries(states).filter(([, state]) => state.phase === 'starting' && state.step !== 'queued')
    most = Math.max(most, launching.length)
    for (const [name] of launching) if (!order.includes(name)) order.push(name)
  })
  test.pool.startEnabled()
  await test.pool.start(serverId('f'))
  const place = order.indexOf('f')
  await Promise.all(servers.map(({ id }) => test.until(id, 'ready')))
  expect({ most, early: place <= availableParallelism() }).toEqual({ most: availableParallelism(), early: true })
})

it('EL-25, EL-27, EL-28: opens the page that a 2025 call needs, waits until the server calls it done, and calls again', async () => {
  let calls = 0
  const commonStream = Promise.withResolvers<Parameters<typeof sendEvent>[0]>()
  await using server = await legacyServer(({ method, message, response }) => {
    if (method === 'GET') {
      startEvents(response)
      commonStream.resolve(response)
      return true
    }
    if (message['method'] !== 'tools/call' || !JSON.stringify(message).includes('"name":"a"') || ++calls > 1) return false
    const elicitations = [{ mode: 'url', message: 'Sign in there', url: 'https://example.com/', elicitationId: 'e1' }]
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message['id'], error: { code: -32042, message: 'page', data: { elicitations } } }))
    return true
  })
  const asked: unknown[] = []
  const opened = Promise.withResolvers<void>()
  const requests = {
    ...refusingRequests,
    elicit: (asker: unknown, params: unknown) => {
      asked.push([asker, params])
      opened.resolve()
      return Promise.resolve({ action: 'accept' })
    },
  }
  await using test = testPool([define('page', server.launch)], { deps: { requests } })
  await test.pool.start(serverId('page'))
  const callId = newCallId()
  const called = test.call('page', 'a', {}, { callId })
  await opened.promise
  // These calls are answered one after another. By then, everything that the first call started without waiting is done.
  for (const tool of ['b', 'b', 'b']) await test.call('page', tool)
  const callsBefore = calls
  const done = { jsonrpc: '2.0', method: 'notifications/elicitation/complete', params: { elicitationId: 'e1' } }
  sendEvent(await commonStream.promise, done)
  const result = await called
  expect({ content: result.content, asked, callsBefore, calls }).toMatchObject({
    content: [{ type: 'text', text: 'ok' }],
    asked: [
      [
        { serverId: 'page', callIds: [callId] },
        { mode: 'url', url: 'https://example.com/' },
      ],
    ],
    callsBefore: 1,
    calls: 2,
  })
})

it.each([
  ['the server ends its session', 'INTERRUPTED'],
  ['too much time has passed', 'TIMED_OUT'],
])('EL-28: waits for a page of a 2025 call no longer than until %s', async (how, code) => {
  await using server = await legacyServer(({ message, response }) => {
    if (message['method'] !== 'tools/call') return false
    const elicitations = [{ mode: 'url', message: 'Sign in there', url: 'https://example.com/', elicitationId: 'e1' }]
    sendJson(response, { jsonrpc: '2.0', id: message['id'], error: { code: -32042, message: 'page', data: { elicitations } } })
    return true
  })
  const opened = Promise.withResolvers<void>()
  const elicit = (): Promise<unknown> => {
    opened.resolve()
    return Promise.resolve({ action: 'accept' })
  }
  const limits = how.startsWith('too') ? { questionMs: 30 } : {}
  await using test = testPool([define('page', server.launch)], { limits, deps: { requests: { ...refusingRequests, elicit } } })
  await test.pool.start(serverId('page'))
  const failed = failureOf(test.call('page', 'a'))
  await opened.promise
  if (!how.startsWith('too')) await test.pool.stop(serverId('page'))
  expect((await failed).code).toBe(code)
})

it.each([
  ['goOn', 2, undefined],
  ['stop', 1, 'DENIED'],
] as const)('EL-25: a person who does not wait for the server to say that the page is done may %s', async (how, calls, code) => {
  let sent = 0
  await using server = await legacyServer(({ message, response }) => {
    if (message['method'] !== 'tools/call' || ++sent > 1) return false
    const elicitations = [{ mode: 'url', message: 'Sign in there', url: 'https://example.com/', elicitationId: 'e1' }]
    sendJson(response, { jsonrpc: '2.0', id: message['id'], error: { code: -32042, message: 'page', data: { elicitations } } })
    return true
  })
  const elicit = (): Promise<unknown> => Promise.resolve({ action: 'accept' })
  const awaitPage = (): Promise<typeof how> => Promise.resolve(how)
  await using test = testPool([define('page', server.launch)], { deps: { requests: { ...refusingRequests, elicit, awaitPage } } })
  await test.pool.start(serverId('page'))
  const ended = await test.call('page', 'a').then(
    () => undefined,
    (error: unknown) => AppError.from(error).code,
  )
  expect([ended, sent]).toEqual([code, calls])
})

it.each([[[]], ['a page'], [[null]], [[{ url: 'https://example.com/' }]]])(
  'EL-28: opens nothing where the pages that a call needs are %j',
  async (elicitations) => {
    await using server = await legacyServer(({ message, response }) => {
      if (message['method'] !== 'tools/call') return false
      sendJson(response, { jsonrpc: '2.0', id: message['id'], error: { code: -32042, message: 'page', data: { elicitations } } })
      return true
    })
    let asked = 0
    const elicit = (): Promise<unknown> => {
      asked++
      return Promise.resolve({ action: 'accept' })
    }
    await using test = testPool([define('page', server.launch)], { deps: { requests: { ...refusingRequests, elicit } } })
    await test.pool.start(serverId('page'))
    const { code } = await failureOf(test.call('page', 'a'))
    expect([code, asked]).toEqual(['PROTOCOL_ERROR', 0])
  },
)

it('takes a result for a result, also where a 2025 server calls one of its own members a task', async () => {
  await using server = await legacyServer(({ message, response }) => {
    if (message['method'] !== 'tools/call') return false
    sendResult(response, message['id'], { content: [{ type: 'text', text: 'Ticket 7' }], task: { id: 7, title: 'Buy bread' } })
    return true
  })
  await using test = testPool([define('tickets', server.launch)])
  await test.pool.start(serverId('tickets'))
  expect((await test.call('tickets', 'a')).content).toEqual([{ type: 'text', text: 'Ticket 7' }])
})

it('keeps its own notes of a server apart from those of another with the same program', async () => {
  await using test = testPool([define('x', faulty('good')), define('y', faulty('good'))])
  await Promise.all([test.pool.start(serverId('x')), test.pool.start(serverId('y'))])
  await failureOf(test.call('x', 'crash'))
  expect([phaseOf(test, 'y'), (await test.call('y', 'echo', { still: true })).content]).toEqual([
    'ready',
    [{ type: 'text', text: '{"still":true}' }],
  ])
})
