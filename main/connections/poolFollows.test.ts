import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { expect, it } from 'vitest'
import type { ConnectionState } from '../../shared/domain/connection'
import { fetchServer, legacyServer, sendEvent, sendResult, startEvents } from './testing/httpServer'
import { buildModernServer } from './testing/modernServer'
import { define, failureOf, faulty, newCallId, refusingRequests, serverId, testPool, type TestPool } from './testing/poolFixture'

const phaseOf = (test: TestPool, name: string): ConnectionState['phase'] | undefined => test.pool.states()[serverId(name)]?.phase

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
  await using test = testPool([define('gated', faulty('good'))], { deps: { gate: { mayStart: () => answer.promise } } })
  const started = failureOf(test.pool.start(serverId('gated')))
  await wait(20)
  const waiting = test.pool.states()[serverId('gated')]
  answer.resolve(false)
  expect({ waiting, code: (await started).code, children: test.database.all('SELECT * FROM child').length }).toEqual({
    waiting: { phase: 'stopped', why: 'waitsForStart' },
    code: 'DENIED',
    children: 0,
  })
})

it('tells a 2025 server that its folders changed', async () => {
  await using test = testPool([define('roots', faulty('good'))])
  await test.pool.start(serverId('roots'))
  test.registry.set([define('roots', faulty('good'), { roots: ['file:///new'], rootsChosen: true })])
  await wait(20)
  const { frames } = await test.frames.ofServer(serverId('roots'), { limit: 100 })
  const sent = frames.filter(({ direction, json }) => direction === 'sent' && json.includes('roots/list_changed'))
  expect(sent).toHaveLength(1)
})

it('SU-08: reads the lists again when a 2025 server says that they changed, once for a burst', async () => {
  let lists = 0
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
    setTimeout(() => {
      for (let burst = 0; burst < 20; burst++) sendEvent(response, { jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
    }, 50)
    return true
  })
  await using test = testPool([define('changes', server.launch)])
  const changed = Promise.withResolvers<void>()
  await test.pool.start(serverId('changes'))
  test.pool.catalogChanges.subscribe(() => changed.resolve())
  await changed.promise
  expect([test.pool.catalog(serverId('changes')).tools.map(({ name }) => name), lists]).toEqual([['list 2'], 2])
})

it('CA-06, SU-01: listens to a 2026 server, and reads its lists again when they change', async () => {
  const handler = createMcpHandler(() => buildModernServer(), { legacy: 'reject' })
  await using server = await fetchServer((request) => handler.fetch(request))
  await using test = testPool([define('modern', server.launch)])
  await test.pool.start(serverId('modern'))
  const changed = Promise.withResolvers<void>()
  test.pool.catalogChanges.subscribe(() => changed.resolve())
  while (!server.received.some(({ message }) => message['method'] === 'subscriptions/listen')) await wait(5)
  await wait(50)
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

it('opens the page that a 2025 call needs, waits until the server calls it done, and calls again', async () => {
  let calls = 0
  const commonStream = Promise.withResolvers<Parameters<typeof sendEvent>[0]>()
  await using server = await legacyServer(({ method, message, response }) => {
    if (method === 'GET') {
      startEvents(response)
      commonStream.resolve(response)
      return true
    }
    if (message['method'] !== 'tools/call' || ++calls > 1) return false
    const elicitations = [{ mode: 'url', message: 'Sign in there', url: 'https://example.com/', elicitationId: 'e1' }]
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message['id'], error: { code: -32042, message: 'page', data: { elicitations } } }))
    return true
  })
  const asked: unknown[] = []
  const requests = {
    ...refusingRequests,
    elicit: async (asker: unknown, params: unknown) => {
      asked.push([asker, params])
      const stream = await commonStream.promise
      setTimeout(
        () => sendEvent(stream, { jsonrpc: '2.0', method: 'notifications/elicitation/complete', params: { elicitationId: 'e1' } }),
        30,
      )
      return { action: 'accept' }
    },
  }
  await using test = testPool([define('page', server.launch)], { deps: { requests } })
  await test.pool.start(serverId('page'))
  const callId = newCallId()
  const result = await test.call('page', 'a', {}, { callId })
  expect({ content: result.content, asked, calls }).toMatchObject({
    content: [{ type: 'text', text: 'ok' }],
    asked: [
      [
        { serverId: 'page', callIds: [callId] },
        { mode: 'url', url: 'https://example.com/' },
      ],
    ],
    calls: 2,
  })
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
