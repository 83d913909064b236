import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lostReason, lostRecord, type MessageRecord } from '../../shared/domain/messageRecord'
import {
  answeringCalls,
  legacyServer,
  sendEvent,
  sendResult,
  startEvents,
  type Received,
  type TestServer,
} from '../connections/testing/httpServer'
import { modernHttp } from '../connections/testing/modernHttp'
import { define, failureOf, faulty, newCallId, serverId, testPool, type TestPool } from '../connections/testing/poolFixture'

const framesOf = async (test: TestPool, name = 'server'): Promise<readonly MessageRecord[]> =>
  (await test.traffic.ofServer(serverId(name), { limit: 500 })).records

/** Describes each record by its method, or as an answer. */
function story(records: readonly MessageRecord[]): readonly string[] {
  return records.map(({ direction, json }) => `${direction} ${/"method":"([^"]+)"/.exec(json)?.[1] ?? 'answer'}`)
}

const over = (server: TestServer, limits = {}): TestPool => testPool([define('server', server.launch)], { limits })

it('records every message over pipes once, with its time, connection, call and size on the wire', async () => {
  await using test = testPool([define('server', faulty('good'))])
  await test.pool.start(serverId('server'))
  const before = Date.now()
  const callId = newCallId()
  await test.call('server', 'huge', { bytes: 100_000 }, { callId })
  const records = await framesOf(test)
  const { connectionId } = await test.until('server', 'ready')
  const [asked, answered] = records.slice(-2)
  expect(records.every((record) => record.connectionId === connectionId && record.at <= Date.now())).toBe(true)
  expect([asked, answered].map((record) => [record?.direction, record?.callId, (record?.at ?? 0) >= before])).toEqual([
    ['sent', callId, true],
    ['received', callId, true],
  ])
  expect(asked?.bytes).toBe(asked?.json.length)
  // The record keeps the beginning of a long message, and the size of the whole.
  expect([answered?.json.length, (answered?.bytes ?? 0) > 100_000]).toEqual([64 * 1024, true])
  expect(story(records).filter((line) => line === 'sent initialize')).toHaveLength(1)
})

it('records every message over HTTP, those of event streams and of the common stream too', async () => {
  await using server = await legacyServer((received) => {
    const { method, response } = received
    if (method === 'GET') {
      startEvents(response)
      sendEvent(response, { jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
      return true
    }
    return answeringCalls('a', ({ message }) => {
      startEvents(response)
      sendEvent(response, { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'on the way' } })
      sendEvent(response, { jsonrpc: '2.0', id: message['id'], result: { content: [] } })
      response.end()
    })(received)
  })
  await using test = over(server)
  await test.pool.start(serverId('server'))
  const callId = newCallId()
  await test.call('server', 'a', {}, { callId })
  const ofCall = await test.traffic.ofCall(callId)
  expect(story(ofCall)).toEqual(['sent tools/call', 'received notifications/message', 'received answer'])
  expect(story(await framesOf(test))).toEqual(
    expect.arrayContaining([
      'sent initialize',
      'received answer',
      'sent notifications/initialized',
      'received notifications/tools/list_changed',
    ]),
  )
})

it('records every message of the older transport', async () => {
  await using server = await olderServer()
  await using test = over(server)
  await test.pool.start(serverId('server'))
  const callId = newCallId()
  await test.call('server', 'a', {}, { callId })
  expect(story(await test.traffic.ofCall(callId))).toEqual(['sent tools/call', 'received answer'])
  expect(story(await framesOf(test))).toEqual(
    expect.arrayContaining(['sent initialize', 'sent notifications/initialized', 'sent tools/list']),
  )
})

it('records what a listening stream of the 2026 era brings', async () => {
  await using server = await modernHttp(
    ({ message, response }) => {
      if (message['method'] !== 'subscriptions/listen') return false
      startEvents(response)
      sendEvent(response, {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { _meta: { 'io.modelcontextprotocol/subscriptionId': message['id'] }, notifications: { toolsListChanged: true } },
      })
      return true
    },
    { capabilities: { tools: { listChanged: true } } },
  )
  await using test = over(server)
  await test.pool.start(serverId('server'))
  const wanted = ['sent subscriptions/listen', 'received notifications/subscriptions/acknowledged']
  let seen: readonly string[] = []
  while (!wanted.every((line) => seen.includes(line))) seen = story(await framesOf(test))
  expect(seen).toEqual(expect.arrayContaining(['sent server/discover', ...wanted]))
})

it('records that a message over the limit came, over pipes and over HTTP, and for which call', async () => {
  const limit = 100_000
  await using server = await legacyServer(
    answeringCalls('b', ({ message, response }) => sendResult(response, message['id'], { content: [], filler: 'x'.repeat(limit) })),
  )
  await using test = testPool([define('server', server.launch), define('pipe', faulty('good'))], { limits: { messageBytes: limit } })
  await Promise.all(['server', 'pipe'].map((name) => test.pool.start(serverId(name))))
  const [overHttp, overPipe] = [newCallId(), newCallId()]
  const errors = await Promise.all([
    failureOf(test.call('server', 'b', {}, { callId: overHttp })),
    failureOf(test.call('pipe', 'huge', { bytes: limit }, { callId: overPipe })),
  ])
  expect(errors.map(({ code }) => code)).toEqual(['MESSAGE_TOO_LARGE', 'MESSAGE_TOO_LARGE'])
  for (const callId of [overHttp, overPipe]) {
    const [, lost] = await test.traffic.ofCall(callId)
    expect(lost).toMatchObject({
      direction: 'received',
      bytes: limit,
    })
    expect(lost && lostReason(lost)).toEqual({ id: 'traffic.tooLarge', params: { limit } })
  }
})

it('records an answer that cannot be used, for whoever looks for the reason', async () => {
  const odd = {
    kind: 'stdio' as const,
    command: process.execPath,
    args: [join(import.meta.dirname, '../connections/testing/oddMessages.mjs')],
    env: {},
  }
  await using test = testPool([define('server', odd)])
  await test.pool.start(serverId('server'))
  const answers = async (tool: string): Promise<readonly string[]> => {
    const callId = newCallId()
    await failureOf(test.call('server', tool, {}, { callId }))
    return (await test.traffic.ofCall(callId)).filter(({ direction }) => direction === 'received').map(({ json }) => json)
  }
  expect([await answers('text result'), await answers('deep')]).toEqual([
    [expect.stringContaining('"result":"ok"')],
    [lostRecord({ id: 'errors.transport.tooDeep' })],
  ])
})

it("keeps a server's state out of the record, also where it stands in a long message", async () => {
  const limit = 64 * 1024
  let rounds = 0
  await using server = await modernHttp(
    answeringCalls('a', ({ message, response }) => {
      const answer = { content: [{ type: 'text', text: 'done' }] }
      const asks = { resultType: 'input_required', requestState: 'state of the server', filler: 'x'.repeat(2 * limit) }
      sendResult(response, message['id'], rounds++ === 0 ? asks : { resultType: 'complete', ...answer })
    }),
  )
  await using test = over(server)
  await test.pool.start(serverId('server'))
  const callId = newCallId()
  await test.call('server', 'a', {}, { callId })
  const records = await test.traffic.ofCall(callId)
  expect({ story: story(records), leaked: records.filter(({ json }) => json.includes('state of the server')).length }).toEqual({
    story: ['sent tools/call', 'received answer', 'sent tools/call', 'received answer'],
    leaked: 0,
  })
  expect(records[1]?.bytes).toBeGreaterThan(2 * limit)
})

/** A server of the 2024-11-05 transport. All answers come on one stream. */
function olderServer(): Promise<TestServer> {
  let stream: Received['response'] | undefined
  return legacyServer(({ method, message, response }) => {
    if (method === 'GET') {
      startEvents(response)
      response.write('event: endpoint\ndata: /messages\n\n')
      stream = response
      return true
    }
    response.writeHead(message['method'] === 'server/discover' || !stream ? 405 : 202).end()
    const answers: Readonly<Record<string, unknown>> = {
      initialize: { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } },
      'tools/list': { tools: [{ name: 'a', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [] },
    }
    const result = answers[String(message['method'])]
    if (stream && result !== undefined) sendEvent(stream, { jsonrpc: '2.0', id: message['id'], result })
    return true
  })
}
