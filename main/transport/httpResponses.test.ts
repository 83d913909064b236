import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { defaultLimits, type Limits } from '../../shared/domain/defaultLimits'
import type { ServerConfig } from '../../shared/domain/server'
import {
  answeringCalls as calls,
  legacyServer,
  sendEvent,
  sendJson,
  sendResult,
  startEvents,
  type Received,
  type TestServer,
} from '../connections/testing/httpServer'
import { ManualClock } from '../testing/manualClock'
import { methodsOf, modernHttp } from '../connections/testing/modernHttp'
import { define, failureOf, serverId, testPool, type TestPool } from '../connections/testing/poolFixture'

const MB = 1_024 * 1_024
const ok = { content: [{ type: 'text', text: 'ok' }] }

async function connected(server: TestServer, limits: Partial<Limits> = {}, more: Partial<ServerConfig> = {}): Promise<TestPool> {
  const test = testPool([define('remote', server.launch, more)], { limits })
  await test.pool.start(serverId('remote'))
  return test
}

it.each(['JSON', 'an event'])('takes an answer in %s with members that nobody knows for the answer that it is', async (how) => {
  await using server = await legacyServer(
    calls('a', ({ message, response }) => {
      const answer = { jsonrpc: '2.0', id: message['id'], result: ok, error: null, took: 12 }
      if (how === 'JSON') return sendJson(response, answer)
      startEvents(response)
      sendEvent(response, answer)
      response.end()
    }),
  )
  await using test = await connected(server)
  expect((await test.call('remote', 'a')).content).toEqual(ok.content)
})

it.each(['JSON', 'an event'])('JR-17: takes the messages of a batch in %s one by one', async (how) => {
  await using server = await legacyServer(
    calls('a', ({ message, response }) => {
      const batch = [
        { jsonrpc: '2.0', id: 'asks', method: 'ping' },
        { jsonrpc: '2.0', id: message['id'], result: ok },
      ]
      if (how === 'JSON') return sendJson(response, batch)
      startEvents(response)
      sendEvent(response, batch)
      response.end()
    }),
  )
  await using test = await connected(server)
  const result = await test.call('remote', 'a')
  while (!server.received.some(({ message }) => message['id'] === 'asks')) await new Promise(setImmediate)
  expect(result.content).toEqual(ok.content)
})

it.each<[string, (received: Received) => void]>([
  ['a broken event', ({ response }) => void response.write('data: {"jsonrpc":"2.0","id"\n\n')],
  ['an event that is no message', ({ response }) => void response.write('data: "ok"\n\n')],
  ['an answer without a result', ({ response, message }) => sendEvent(response, { jsonrpc: '2.0', id: message['id'] })],
  ['the answer to something else', ({ response }) => sendEvent(response, { jsonrpc: '2.0', id: 4_711, result: ok })],
])('fails a call at once whose stream brings %s and stays open', async (_what, answer) => {
  await using server = await legacyServer(
    calls('a', (received) => {
      startEvents(received.response)
      answer(received)
    }),
  )
  await using test = await connected(server)
  const error = await failureOf(test.call('remote', 'a'))
  expect([error.code, (await test.call('remote', 'b')).content]).toEqual(['PROTOCOL_ERROR', ok.content])
})

it.each([
  ['JSON', 10, (received: Received, message: object) => sendJson(received.response, message)],
  ['an event', 10, (received: Received, message: object) => sendEvents(received.response, message)],
  ['a large event', 100_000, (received: Received, message: object) => sendEvents(received.response, message)],
])('takes null in _meta of an answer in %s for absent', async (_what, bytes, answer) => {
  const result = { ...ok, padding: 'x'.repeat(bytes), _meta: null }
  await using server = await legacyServer(
    calls('a', (received) => answer(received, { jsonrpc: '2.0', id: received.message['id'], result })),
  )
  await using test = await connected(server)
  expect((await test.call('remote', 'a')).content).toEqual(ok.content)
})

it('goes on after a broken notification in the stream of a call', async () => {
  await using server = await legacyServer(
    calls('a', ({ message, response }) => {
      startEvents(response)
      response.write(': a comment\n\n')
      sendEvent(response, { jsonrpc: '2.0', method: 5 })
      sendEvent(response, { jsonrpc: '2.0', method: 'notifications/progress', params: [1] })
      response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: message['id'], result: ok })}\r\rdata`)
    }),
  )
  await using test = await connected(server)
  expect((await test.call('remote', 'a')).content).toEqual(ok.content)
})

it('reads an answer whose stream ends without the last empty line', async () => {
  await using server = await legacyServer(
    calls('a', ({ message, response }) => {
      startEvents(response)
      response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id: message['id'], result: ok })}`)
    }),
  )
  await using test = await connected(server)
  expect((await test.call('remote', 'a')).content).toEqual(ok.content)
})

it.each<[string, string | ((id: unknown) => unknown)]>([
  ['half of it', '{"jsonrpc":"2.0","id":'],
  ['another id', () => ({ jsonrpc: '2.0', id: 4_711, result: ok })],
  ['no result', (id) => ({ jsonrpc: '2.0', id })],
  ['no object', () => 'ok'],
])('fails a call at once whose JSON answer has %s', async (_what, body) => {
  await using server = await legacyServer(
    calls('a', ({ message, response }) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body(message['id'])))
    }),
  )
  await using test = await connected(server)
  expect((await failureOf(test.call('remote', 'a'))).code).toBe('PROTOCOL_ERROR')
})

it('gives the words of a refusal that names no request', async () => {
  await using server = await legacyServer(
    calls('a', ({ response }) => sendJson(response, { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'not today' } })),
  )
  await using test = await connected(server)
  const error = await failureOf(test.call('remote', 'a'))
  expect([error.code, error.said]).toEqual(['SERVER_ERROR', 'not today'])
})

it('J11: loses an answer over HTTP that is 100,000 levels deep, and fails its call only', async () => {
  await using server = await legacyServer(
    calls('a', ({ message, response }) => {
      const deep = '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(`{"jsonrpc":"2.0","id":${String(message['id'])},"result":{"content":[],"x":${deep}}}`)
    }),
  )
  await using test = await connected(server)
  const error = await failureOf(test.call('remote', 'a'))
  expect([error.code, (await test.call('remote', 'b')).content]).toEqual(['PROTOCOL_ERROR', ok.content])
})

it.each([
  ['gzip', gzipSync],
  ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
] as const)('J15: stops reading an answer that %s blows up beyond the limit', async (encoding, compress) => {
  const bomb = compress(Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"result":"'), Buffer.alloc(32 * MB, 'x')]))
  await using server = await legacyServer(
    calls('a', ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding })
      response.end(bomb)
    }),
  )
  await using test = await connected(server)
  const before = process.memoryUsage().rss
  const error = await failureOf(test.call('remote', 'a'))
  const grown = process.memoryUsage().rss - before
  expect([error.code, grown < 300 * MB, (await test.call('remote', 'b')).content]).toEqual(['MESSAGE_TOO_LARGE', true, ok.content])
})

it.each(['application/json', 'text/event-stream'])('J15: ends an answer that never ends, as %s, at the limit', async (type) => {
  const closed = Promise.withResolvers<void>()
  await using server = await legacyServer(
    calls('a', ({ response }) => {
      response.writeHead(200, { 'content-type': type })
      const chunk = Buffer.alloc(MB, 'x')
      if (type !== 'application/json') response.write('data: ')
      const more = (): boolean => response.destroyed || (response.write(chunk) && more())
      response.on('drain', more)
      response.on('close', closed.resolve)
      more()
    }),
  )
  await using test = await connected(server)
  const error = await failureOf(test.call('remote', 'a'))
  await test.pool.stop(serverId('remote'))
  await closed.promise
  expect(error.code).toBe('MESSAGE_TOO_LARGE')
})

it('J16: gives up a greeting whose headers come a byte at a time', async () => {
  await using server = await legacyServer(({ response }) => {
    const bytes = `HTTP/1.1 200 OK\r\nx-slow: ${'a'.repeat(10_000)}`
    let at = 0
    const drip = setInterval(() => response.socket?.write(bytes.charAt(at++)), 20)
    response.on('close', () => clearInterval(drip))
    return true
  })
  await using test = testPool([define('slow', server.launch)], { limits: { connectMs: 300 } })
  // The headers would be complete after 200 seconds.
  expect((await failureOf(test.pool.start(serverId('slow')))).code).toBe('TIMED_OUT')
})

it('says that a server over HTTP never answered its greeting', async () => {
  await using server = await legacyServer(() => true)
  await using test = testPool([define('mute', server.launch)], { limits: { connectMs: 300 } })
  expect((await failureOf(test.pool.start(serverId('mute')))).code).toBe('TIMED_OUT')
})

it('SS-03: says when a server speaks only the older transport, and notices when it is gone', async () => {
  let stream: Received['response'] | undefined
  const server = await legacyServer(({ method, message, response }) => {
    if (method === 'GET') {
      startEvents(response)
      response.write('event: endpoint\ndata: /messages\n\n')
      stream = response
      return true
    }
    if (message['method'] === 'server/discover' || stream === undefined) {
      response.writeHead(405).end()
      return true
    }
    response.writeHead(202).end()
    const answers: Readonly<Record<string, unknown>> = {
      initialize: { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } },
      'tools/list': { tools: [{ name: 'a', inputSchema: { type: 'object' } }] },
      'tools/call': ok,
    }
    const result = answers[String(message['method'])]
    if (result !== undefined) sendEvent(stream, { jsonrpc: '2.0', id: message['id'], result })
    return true
  })
  await using test = await connected(server)
  const { transport, negotiation } = await test.until('remote', 'ready')
  const result = await test.call('remote', 'a')
  await server[Symbol.asyncDispose]()
  await failureOf(test.call('remote', 'a'))
  const failed = await test.until('remote', 'failed')
  expect([transport, negotiation.version, negotiation.why, result.content, failed.error.code]).toEqual([
    'sse',
    '2024-11-05',
    'olderTransport',
    ok.content,
    'SERVER_UNREACHABLE',
  ])
})

it('J16: takes no comment for a sign of life of a call', async () => {
  await using server = await legacyServer(
    calls('a', ({ response }) => {
      startEvents(response)
      const alive = setInterval(() => response.write(': still here\n\n'), 20)
      response.on('close', () => clearInterval(alive))
    }),
  )
  await using test = await connected(server, { callQuietMs: 200 })
  expect((await failureOf(test.call('remote', 'a'))).code).toBe('TIMED_OUT')
})

it.each(['data', 'id', 'event', ''])('J16: cuts an event at the limit whose field “%s” never ends, and reads the next', async (field) => {
  await using server = await legacyServer(
    calls('a', ({ message, response }) => {
      startEvents(response)
      response.write(`${field}: `)
      for (let part = 0; part < 20; part++) response.write('x'.repeat(10_000))
      response.write('\n\n')
      sendEvent(response, { jsonrpc: '2.0', id: message['id'], result: ok })
      response.end()
    }),
  )
  await using test = await connected(server, { messageBytes: 100_000 })
  const error = await failureOf(test.call('remote', 'a'))
  expect([error.code, (await test.call('remote', 'b')).content]).toEqual(['MESSAGE_TOO_LARGE', ok.content])
})

it('J16: asks a server that ends every stream at once, and wants no pause, ever more seldom', async () => {
  await using server = await legacyServer(({ method, response }) => {
    if (method !== 'GET') return false
    startEvents(response)
    response.end('retry: 0\nid: 1\ndata:\n\n')
    return true
  })
  const clock = new ManualClock()
  await using test = testPool([define('remote', server.launch)], { deps: { clock } })
  await test.pool.start(serverId('remote'))
  const pauses = (): readonly number[] => clock.naps.filter((ms) => ms < defaultLimits.pingMs && ms !== defaultLimits.listGraceMs)
  for (let streams = 1; streams <= 6; streams++) {
    while (pauses().length < streams) await new Promise(setImmediate)
    await clock.pass(pauses().at(-1) ?? 0)
  }
  await test.call('remote', 'a')
  expect(pauses().slice(0, 6)).toEqual([100, 100, 100, 2_000, 4_000, 8_000])
})

it('loses only the call whose connection breaks before any answer, and keeps the server', async () => {
  await using server = await legacyServer(calls('a', ({ response }) => void response.socket?.destroy()))
  await using test = await connected(server)
  const error = await failureOf(test.call('remote', 'a'))
  expect([error.code, test.pool.states()[serverId('remote')]?.phase, (await test.call('remote', 'b')).content]).toEqual([
    'INTERRUPTED',
    'ready',
    ok.content,
  ])
})

it.each([502, 503, 504])('tries again by itself where a gateway says %d', async (status) => {
  let isDown = true
  await using server = await legacyServer(({ response }) => {
    if (isDown) response.writeHead(status).end('down')
    return isDown
  })
  await using test = testPool([define('remote', server.launch)])
  await failureOf(test.pool.start(serverId('remote')))
  const state = await test.until('remote', 'failed')
  isDown = false
  expect(state.retryAt !== undefined).toBe(true)
})

it('HT-18: opens a new session also where the server answers a forgotten one with 400 and says so', async () => {
  let session = 's1'
  await using server = await legacyServer(({ message, headers, response }) => {
    if (message['method'] === 'initialize') response.setHeader('mcp-session-id', session)
    if (headers['mcp-session-id'] === undefined || headers['mcp-session-id'] === session) return false
    sendJson(response, { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Bad Request: No valid session ID provided' } }, 400)
    return true
  })
  await using test = await connected(server)
  session = 's2'
  expect((await test.call('remote', 'a')).content).toEqual(ok.content)
})

// Catches: a server that forgets sessions and says so as an error of each call failed until Parley was restarted.
it('HT-18: asks a server whose error of a call speaks of a session whether ours is still there, and opens a new one if not', async () => {
  let session = 's1'
  await using server = await legacyServer(({ message, headers, response }) => {
    if (message['method'] === 'initialize') response.setHeader('mcp-session-id', session)
    if (headers['mcp-session-id'] === undefined || headers['mcp-session-id'] === session) return false
    sendJson(response, { jsonrpc: '2.0', id: message['id'] ?? null, error: { code: -32000, message: 'Unknown session' } }, 400)
    return true
  })
  await using test = await connected(server)
  session = 's2'
  expect(await failureOf(test.call('remote', 'a'))).toMatchObject({ reason: 'session.refused' })
  await expect.poll(async () => (await test.call('remote', 'a').catch(() => undefined))?.content).toEqual(ok.content)
})

// What a tool said of a session of its own ended ours, and had the call run a second time.
it('HT-18: takes an error about a session that answers the call for its answer, and does not send the call again', async () => {
  await using server = await legacyServer((received) => {
    const { message, response } = received
    if (message['method'] === 'initialize') response.setHeader('mcp-session-id', 's1')
    return calls('a', () =>
      sendJson(response, { jsonrpc: '2.0', id: message['id'], error: { code: -32602, message: 'There is no session 7' } }, 400),
    )(received)
  })
  await using test = await connected(server)
  const { said } = await failureOf(test.call('remote', 'a'))
  expect([said, methodsOf(server).filter((method) => method === 'tools/call' || method === 'initialize')]).toEqual([
    'There is no session 7',
    ['initialize', 'tools/call'],
  ])
})

it('HT-12: reads headers and content types in any case', async () => {
  await using server = await legacyServer((received) => {
    const { message, headers, response } = received
    if (message['method'] === 'initialize') response.setHeader('MCP-SESSION-ID', 'Case')
    return calls('a', () => {
      response.writeHead(200, { 'CONTENT-TYPE': 'Text/Event-Stream; Charset=UTF-8' })
      const text = String(headers['mcp-session-id'])
      sendEvent(response, { jsonrpc: '2.0', id: message['id'], result: { content: [{ type: 'text', text }] } })
      response.end()
    })(received)
  })
  await using test = await connected(server)
  expect((await test.call('remote', 'a')).content).toEqual([{ type: 'text', text: 'Case' }])
})

it('HT-20: keeps a session to its own connection, and says it nowhere', async () => {
  let sessions = 0
  await using server = await legacyServer(({ message, response }) => {
    if (message['method'] === 'initialize') response.setHeader('mcp-session-id', `very-secret-${sessions++}`)
    return false
  })
  await using test = testPool([define('one', server.launch), define('two', server.launch)])
  await Promise.all(['one', 'two'].map((name) => test.pool.start(serverId(name))))
  await Promise.all(['one', 'two'].map((name) => test.call(name, 'a')))
  const used = server.received.filter(({ message }) => message['method'] === 'tools/call').map(({ headers }) => headers['mcp-session-id'])
  await test.traffic[Symbol.asyncDispose]()
  const rows = JSON.stringify([
    test.database.all('SELECT json FROM message_record'),
    test.database.all('SELECT * FROM fact'),
    test.pool.states(),
  ])
  expect([new Set(used).size, rows.includes('very-secret'), rows.includes('tools/call')]).toEqual([2, false, true])
})

it('J22: keeps what two servers are asked at the same time apart, though their requests have the same numbers', async () => {
  const speaking = (name: string): Promise<TestServer> =>
    legacyServer(
      calls('a', ({ message, response }) => {
        setImmediate(() => sendResult(response, message['id'], { content: [{ type: 'text', text: `${name} ${JSON.stringify(message)}` }] }))
      }),
    )
  await using one = await speaking('one')
  await using two = await speaking('two')
  await using test = testPool([define('one', one.launch), define('two', two.launch)])
  await Promise.all(['one', 'two', 'one', 'two'].map((name) => test.pool.start(serverId(name))))
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const name = index % 2 === 0 ? 'one' : 'two'
      const [block] = (await test.call(name, 'a', { index })).content
      return block?.type === 'text' && block.text.startsWith(name) && block.text.includes(`{"index":${index}}`)
    }),
  )
  const greetings = [one, two].map((server) => methodsOf(server).filter((method) => method === 'initialize').length)
  expect([answers.every(Boolean), greetings]).toEqual([true, [1, 1]])
})

it('CN-01: cancels a call to a 2025 server over HTTP with a message that names it', async () => {
  await using server = await legacyServer(calls('a', ({ response }) => startEvents(response)))
  await using test = await connected(server)
  const stop = new AbortController()
  const call = failureOf(test.call('remote', 'a', {}, { signal: stop.signal }))
  while (!methodsOf(server).includes('tools/call')) await new Promise(setImmediate)
  stop.abort()
  const error = await call
  while (!methodsOf(server).includes('notifications/cancelled')) await new Promise(setImmediate)
  const called = server.received.find(({ message }) => message['method'] === 'tools/call')?.message['id']
  const cancelled = server.received.find(({ message }) => message['method'] === 'notifications/cancelled')?.message['params']
  expect([error.code, cancelled]).toMatchObject(['CANCELLED', { requestId: called }])
})

it('SS-01: looks for the older transport only where the server does not say in the words of 2026 what is wrong', async () => {
  await using server = await modernHttp(({ method, message, response }) => {
    if (method !== 'POST') return false
    sendJson(response, { jsonrpc: '2.0', id: message['id'], error: { code: -32020, message: 'Header mismatch' } }, 400)
    return true
  })
  await using test = testPool([define('remote', server.launch)])
  const error = await failureOf(test.pool.start(serverId('remote')))
  expect([error.code, server.received.filter(({ method }) => method === 'GET').length]).toEqual(['SERVER_ERROR', 0])
})

function sendEvents(response: Received['response'], message: object): void {
  startEvents(response)
  sendEvent(response, message)
  response.end()
}
