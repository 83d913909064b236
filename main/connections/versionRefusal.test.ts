import { expect, it } from 'vitest'
import type { ServerConfig } from '../../shared/domain/server'
import { isRecord } from '../../shared/lib/json'
import { sendJson, sendResult, type Received, type TestServer } from './testing/httpServer'
import { methodsOf, modernHttp } from './testing/modernHttp'
import { define, failureOf, refusingRequests, serverId, testPool, type TestPool } from './testing/poolFixture'

const id = serverId('s')

interface Updated extends AsyncDisposable {
  readonly server: TestServer
  readonly test: TestPool
  /** From now on the server is another one. Returns what it is asked, by method. */
  update(): () => readonly string[]
}

/** A server of 2026-07-28 that was called once, behind an address where another one takes its place. */
async function updated(other: (received: Received) => void, change: Partial<ServerConfig> = {}): Promise<Updated> {
  let isOther = false
  const server = await modernHttp((received) => {
    if (!isOther || received.message['id'] === undefined) return false
    other(received)
    return true
  })
  const test = testPool([define('s', server.launch, change)])
  await test.pool.start(id)
  await test.call('s', 'a')
  return {
    server,
    test,
    update: () => {
      isOther = true
      const before = methodsOf(server).length
      return () => methodsOf(server).slice(before)
    },
    [Symbol.asyncDispose]: async () => {
      await test[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** UnsupportedProtocolVersion of 2026-07-28. */
function refuse({ message, response }: Received, supported: readonly string[]): void {
  const error = { code: -32_022, message: 'Unsupported', data: { supported, requested: '2026-07-28' } }
  sendJson(response, { jsonrpc: '2.0', id: message['id'], error }, 400)
}

/** Speaks 2025-11-25 alone. */
function older(received: Received): void {
  const { message, response, headers } = received
  const { id: number, method } = message
  if (method === 'initialize') {
    const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'older', version: '1' } }
    return sendResult(response, number, result, { 'mcp-session-id': 'older' })
  }
  if (headers['mcp-session-id'] !== 'older') return refuse(received, ['2025-11-25'])
  if (method === 'tools/list') return sendResult(response, number, { tools: [{ name: 'a', inputSchema: { type: 'object' } }] })
  sendResult(response, number, { content: [{ type: 'text', text: 'ok' }] })
}

// The call failed with "speaks no protocol version that Parley knows", and so did every one after it, until a restart by hand.
it('LC-04: a server that refuses the version in the middle of a connection is spoken with in one that it names', async () => {
  await using b = await updated(older)
  const asked = b.update()
  await b.test.call('s', 'a')
  const { negotiation } = await b.test.until('s', 'ready')
  const methods = asked()
  expect([negotiation.version, negotiation.why, methods.filter((method) => method === 'tools/call').length]).toEqual([
    '2025-11-25',
    'serverIsOlder',
    2,
  ])
  expect(methods.at(0)).toBe('tools/call')
})

it('LC-04: a server that was updated to the newer era in the middle of a connection is spoken with in that one', async () => {
  let isNew = false
  await using server = await modernHttp((received) => {
    const { message, headers } = received
    if (!isNew) older(received)
    else if (headers['mcp-session-id'] === undefined && message['method'] !== 'initialize') return false
    else refuse(received, ['2026-07-28'])
    return true
  })
  await using test = testPool([define('s', server.launch)])
  await test.pool.start(id)
  await test.call('s', 'a')
  isNew = true
  const { negotiation: before } = await test.until('s', 'ready')
  await test.call('s', 'a')
  const { negotiation: after } = await test.until('s', 'ready')
  expect([before.version, after.version, after.why]).toEqual(['2025-11-25', '2026-07-28', 'newest'])
})

it('repeats only the refused call: another one that was under way is told that the connection ended', async () => {
  let held: Received | undefined
  await using b = await updated((received) => {
    // The first call that comes is never answered.
    if (received.message['method'] === 'tools/call' && held === undefined) held = received
    else older(received)
  })
  const asked = b.update()
  const lost = failureOf(b.test.call('s', 'b'))
  while (held === undefined) await new Promise(setImmediate)
  await b.test.call('s', 'a')
  const names = asked().filter((method) => method === 'tools/call').length
  expect([(await lost).reason, names]).toEqual(['connections.ended', 3])
})

it.each([
  ['versions of the future', ['2099-01-01'], 1],
  ['no version', [], 0],
] as const)(
  'a server that refuses the version and names %s ends the connection, which says so, and is asked nothing more',
  async (_what, theirs, count) => {
    await using b = await updated((received) => refuse(received, theirs))
    const asked = b.update()
    const error = await failureOf(b.test.call('s', 'a'))
    const state = await b.test.until('s', 'failed')
    const params = { server: 's', version: '2026-07-28', count, theirs: [...theirs] }
    expect([error.reason, state.error.reason, state.error.params, state.retryAt, asked()]).toEqual([
      'session.versionGone',
      'session.versionGone',
      params,
      undefined,
      ['tools/call'],
    ])
  },
)

it('a named version is tried once: a server that refuses it too, and names another one, ends the connection', async () => {
  await using b = await updated((received) => {
    const isOpen = received.headers['mcp-session-id'] === 'older'
    if (received.message['method'] === 'tools/call') refuse(received, [isOpen ? '2025-06-18' : '2025-11-25'])
    else older(received)
  })
  const asked = b.update()
  const error = await failureOf(b.test.call('s', 'a'))
  const state = await b.test.until('s', 'failed')
  const count = (wanted: string): number => asked().filter((method) => method === wanted).length
  expect([error.reason, state.error.reason, count('tools/call'), count('initialize')]).toEqual([
    'session.versionGone',
    'session.versionGone',
    2,
    1,
  ])
})

it('takes no version that a person did not choose, and says which one the server names', async () => {
  await using b = await updated(older, { protocol: '2026' })
  const asked = b.update()
  await failureOf(b.test.call('s', 'a'))
  const { error } = await b.test.until('s', 'failed')
  expect([error.reason, error.params?.['theirs'], asked()]).toEqual(['session.versionNotSpoken', ['2025-11-25'], ['tools/call']])
})

const accepting = { ...refusingRequests, elicit: () => Promise.resolve({ action: 'accept' as const, content: {} }) }

/** Asks who somebody is in the first round of a call. Returns which round a call was in; undefined for another request. */
function asksFirst({ message, response }: Received): 1 | 2 | undefined {
  if (message['method'] !== 'tools/call') return undefined
  if (isRecord(message['params']) && message['params']['inputResponses'] !== undefined) return 2
  const who = {
    method: 'elicitation/create',
    params: { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
  }
  sendResult(response, message['id'], { resultType: 'input_required', inputRequests: { who } })
  return 1
}

// The person allowed the call once, and the server ran its first round twice.
it('a call whose later round is refused twice for its version is not sent again from its first', async () => {
  const rounds: number[] = []
  await using server = await modernHttp((received) => {
    const round = asksFirst(received)
    if (round === undefined) return false
    rounds.push(round)
    if (round === 2) refuse(received, ['2026-07-28'])
    return true
  })
  await using test = testPool([define('s', server.launch)], { deps: { requests: accepting } })
  await test.pool.start(id)
  const error = await failureOf(test.call('s', 'a'))
  expect([error.reason, rounds]).toEqual(['session.versionGone', [1, 2, 2]])
})

// What was known counted as unproven until the whole call was over, so that a refused answer ended the session and began the call anew.
it('a known server that answered the first round of a call is not doubted in the second, and the call is not sent again', async () => {
  const rounds: number[] = []
  let asks = false
  await using server = await modernHttp(
    (received) => {
      const { message, response } = received
      if (!asks) return false
      const round = asksFirst(received)
      if (round !== undefined) rounds.push(round)
      if (round === 1) return true
      sendJson(response, { jsonrpc: '2.0', id: message['id'], error: { code: -32_602, message: 'no' } }, 400)
      return true
    },
    { cache: { ttlMs: 3_600_000, scope: 'public' } },
  )
  await using test = testPool([define('s', server.launch)], { deps: { requests: accepting } })
  await test.pool.start(id)
  await test.pool.restart(id)
  asks = true
  const before = methodsOf(server).length
  await failureOf(test.call('s', 'a'))
  const asked = methodsOf(server)
    .slice(before)
    .filter((method) => method !== 'subscriptions/listen')
  expect([rounds, asked]).toEqual([
    [1, 2],
    ['tools/call', 'tools/call'],
  ])
})

// One refusal of its own, with the code that 2026-07-28 gives to versions, cost a server of 2025 its connection.
it.each([[['json', 'xml']], [['2025-11-25']], [[]]])(
  'a server of 2025 that refuses a call with that code and names %j stays connected',
  async (supported) => {
    await using server = await modernHttp((received) => {
      if (received.message['method'] === 'tools/call') refuse(received, supported)
      else older(received)
      return true
    })
    await using test = testPool([define('s', server.launch, { protocol: '2025' })])
    await test.pool.start(id)
    const { connectionId } = await test.until('s', 'ready')
    const error = await failureOf(test.call('s', 'a'))
    const after = await test.until('s', 'ready')
    expect([error.reason, after.connectionId === connectionId]).toEqual(['session.refused', true])
  },
)
