import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ReadyState } from '../../shared/domain/connectionState'
import type { ConnectionId } from '../../shared/domain/ids'
import type { ProtocolCap, ServerConfig } from '../../shared/domain/server'
import { isRecord } from '../../shared/lib/json'
import { versionsOf, type ProtocolChoice } from '../../shared/protocol/protocolChoice'
import { legacyServer, sendJson, sendResult, type TestServer } from '../connections/testing/httpServer'
import { modernHttp } from '../connections/testing/modernHttp'
import { define, failureOf, faulty, serverId, testPool, type TestPool } from '../connections/testing/poolFixture'

const id = serverId('s')
const older = versionsOf('2025')
const cap = (...allowed: string[]): ProtocolCap => ({ allowed, by: ['Atlas IT'], ask: { id: 'policy.askManager' } })
const pipe = {
  kind: 'stdio' as const,
  command: process.execPath,
  args: [join(import.meta.dirname, '../connections/testing/modernPipe.mjs')],
  env: {},
}

/** A server that speaks both eras over HTTP. */
const bothEras = (): Promise<TestServer> =>
  legacyServer(({ message, response }) => {
    if (message['method'] !== 'server/discover') return false
    sendResult(response, message['id'], {
      resultType: 'complete',
      supportedVersions: ['2026-07-28', '2025-11-25'],
      capabilities: { tools: {} },
    })
    return true
  })

/** The version that each greeting named, in order. */
function greetings({ received }: TestServer): readonly string[] {
  return received.flatMap(({ message: { method, params } }) => {
    if (method !== 'initialize' && method !== 'server/discover') return []
    const version = isRecord(params) ? params['protocolVersion'] : undefined
    return [method === 'initialize' ? `initialize ${String(version)}` : 'discover']
  })
}

/** Resolves when the server is ready on another connection. */
function anotherThan(test: TestPool, before: ConnectionId): Promise<ReadyState> {
  return new Promise((resolve) => {
    const stop = test.pool.stateChanges.subscribe((states) => {
      const state = states[id]
      if (state?.phase !== 'ready' || state.connectionId === before) return
      stop()
      resolve(state)
    })
  })
}

async function negotiation(test: TestPool): Promise<unknown> {
  await test.pool.start(id)
  const { version, why } = (await test.until('s', 'ready')).negotiation
  return [version, why]
}

describe('LC-03: what is chosen is spoken, and nothing else is asked for', () => {
  // Catches: a choice that only filters the answer, so that a forbidden greeting still goes out; and one that falls back silently.
  it.each<[ProtocolChoice, Partial<ServerConfig>, string, string[]]>([
    ['automatic', {}, '2026-07-28 newest', ['discover']],
    ['2025', {}, '2025-11-25 chosen', ['initialize 2025-11-25']],
    ['2026', {}, '2026-07-28 chosen', ['discover']],
    ['2025-11-25', {}, '2025-11-25 chosen', ['initialize 2025-11-25']],
    ['2026-07-28', {}, '2026-07-28 chosen', ['discover']],
    ['automatic', { protocolCap: cap(...older) }, '2025-11-25 policy', ['initialize 2025-11-25']],
    ['automatic', { protocolCap: cap('2026-07-28') }, '2026-07-28 newest', ['discover']],
  ])('%s, with %j', async (protocol, more, agreed, sent) => {
    await using server = await bothEras()
    await using test = testPool([define('s', server.launch, { protocol, ...more })])
    expect([await negotiation(test), greetings(server)]).toEqual([agreed.split(' '), sent])
  })

  it('over pipes too', async () => {
    await using modern = testPool([define('s', pipe, { protocol: '2026' })])
    await using legacy = testPool([define('s', faulty('good'), { protocol: '2025' })])
    const agreed = [await negotiation(modern), await negotiation(legacy)]
    const { records } = await legacy.traffic.ofServer(id, { limit: 100 })
    expect([agreed, records.some(({ json }) => json.includes('server/discover'))]).toEqual([
      [
        ['2026-07-28', 'chosen'],
        ['2025-06-18', 'chosen'],
      ],
      false,
    ])
  })

  // Catches: a wait of a third of the time, or `initialize` to a server that says nothing, where nothing older was chosen.
  it('and a silent server has the whole time, and is greeted in no other way', async () => {
    await using test = testPool([define('s', faulty('silent-at-probe'), { protocol: '2026' })], { limits: { connectMs: 900 } })
    const error = await failureOf(test.pool.start(id))
    const { records } = await test.traffic.ofServer(id, { limit: 100 })
    expect([error.reason, records.map(({ json }) => json.includes('server/discover'))]).toEqual(['session.connectTimedOut', [true]])
  })

  it('by the command line, whatever the entry says', async () => {
    await using server = await bothEras()
    await using test = testPool([define('s', server.launch, { protocol: '2026' })], { deps: { protocol: '2025' } })
    expect([await negotiation(test), greetings(server)]).toEqual([['2025-11-25', 'commandLine'], ['initialize 2025-11-25']])
  })
})

describe('LC-05: a server that does not speak what is chosen fails, and says what it offers', () => {
  // Catches: a silent fallback, and an error that leaves a person without the name of a version that would work.
  const legacy = (): Promise<TestServer> => legacyServer(() => false)
  const refusing = (): Promise<TestServer> =>
    modernHttp(({ message, response }) => {
      if (message['method'] !== 'initialize') return false
      const error = { code: -32022, message: 'Unsupported', data: { supported: ['2026-07-28'], requested: '2025-11-25' } }
      sendJson(response, { jsonrpc: '2.0', id: message['id'], error }, 400)
      return true
    })

  it.each<[string, () => Promise<TestServer>, Partial<ServerConfig>, string, object, string[]]>([
    ['an old server, 2026', legacy, { protocol: '2026' }, 'session.versionUnanswered', { wanted: '2026-07-28' }, ['discover']],
    [
      'an old server, another of its versions',
      legacy,
      { protocol: '2025-03-26' },
      'session.versionNotSpoken',
      { wanted: '2025-03-26', theirs: ['2025-11-25'] },
      ['initialize 2025-03-26'],
    ],
    [
      'a new server, 2025',
      () => modernHttp(),
      { protocol: '2025' },
      'session.versionUnanswered',
      { wanted: '2025' },
      ['initialize 2025-11-25'],
    ],
    [
      'a new server that names its versions',
      refusing,
      { protocol: '2025' },
      'session.versionNotSpoken',
      { wanted: '2025', theirs: ['2026-07-28'] },
      ['initialize 2025-11-25'],
    ],
    [
      'a new server under a policy',
      refusing,
      { protocolCap: cap(...older) },
      'session.versionCapped',
      { by: ['Atlas IT'], allowed: older.filter((version) => version !== '2024-10-07'), theirs: ['2026-07-28'] },
      ['initialize 2025-11-25'],
    ],
    ['an old server under a policy', legacy, { protocolCap: cap('2026-07-28') }, 'session.versionCappedUnnamed', {}, ['discover']],
    ['a choice that a policy forbids', legacy, { protocol: '2025', protocolCap: cap('2026-07-28') }, 'policy.protocol', {}, []],
  ])('%s', async (_what, open, more, reason, params, sent) => {
    await using server = await open()
    await using test = testPool([define('s', server.launch, more)])
    const error = await failureOf(test.pool.start(id))
    const isPolicys = more.protocolCap !== undefined
    expect([error, greetings(server)]).toEqual([
      expect.objectContaining({
        reason,
        code: isPolicys ? 'POLICY' : 'PROTOCOL_ERROR',
        params: expect.objectContaining({ server: 's', ...params }),
      }),
      sent,
    ])
  })

  it('names the versions that a newer server lists', async () => {
    await using server = await modernHttp(() => false, { versions: ['2027-01-01', '2025-11-25'] })
    await using test = testPool([define('s', server.launch, { protocol: '2026' })])
    expect(await failureOf(test.pool.start(id))).toMatchObject({
      reason: 'session.versionNotSpoken',
      params: { wanted: '2026-07-28', theirs: ['2025-11-25', '2027-01-01'], chosenBy: 'page' },
    })
  })

  it('does not try HTTP+SSE for a version that it does not have', async () => {
    await using server = await legacyServer(() => false)
    const launch = { ...server.launch, transport: 'sse' as const }
    await using test = testPool([define('s', launch, { protocol: '2026' })])
    const error = await failureOf(test.pool.start(id))
    expect([error.reason, server.received.length]).toEqual(['session.versionOverSse', 0])
  })
})

describe('LC-04: a version that a server names is tried, once', () => {
  const initializing = (names: readonly string[], code: number, isLiar: boolean): Promise<TestServer> =>
    legacyServer(({ message, response }) => {
      const { method, params } = message
      if (method !== 'initialize' || (!isLiar && isRecord(params) && names.includes(String(params['protocolVersion'])))) return false
      sendJson(response, {
        jsonrpc: '2.0',
        id: message['id'],
        error: { code, message: 'Unsupported protocol version', data: { supported: names } },
      })
      return true
    })

  // Catches: a refusal in the code of 2026-07-28 that is not read, so that a server fails whose version Parley speaks.
  it.each([-32602, -32022])('after a refusal with %i', async (code) => {
    await using server = await initializing(['draft', '2025-11-25', '2025-03-26'], code, true)
    await using test = testPool([define('s', server.launch)])
    await failureOf(test.pool.start(id))
    expect(greetings(server)).toEqual(['discover', 'initialize 2025-11-25', 'initialize 2025-11-25'])
  })

  it.each([-32602, -32022])('and is then spoken, after a refusal with %i', async (code) => {
    await using server = await legacyServer(({ message, response }) => {
      const { method, params } = message
      const version = isRecord(params) ? params['protocolVersion'] : undefined
      if (method !== 'initialize') return false
      if (version === '2025-03-26') {
        const result = { protocolVersion: version, capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } }
        sendResult(response, message['id'], result)
      } else sendJson(response, { jsonrpc: '2.0', id: message['id'], error: { code, message: 'No', data: { supported: ['2025-03-26'] } } })
      return true
    })
    await using test = testPool([define('s', server.launch)])
    expect([await negotiation(test), greetings(server)]).toEqual([
      ['2025-03-26', 'serverIsOlder'],
      ['discover', 'initialize 2025-11-25', 'initialize 2025-03-26'],
    ])
  })

  it('but not against what was chosen', async () => {
    await using server = await initializing(['2025-03-26'], -32022, true)
    await using test = testPool([define('s', server.launch, { protocol: '2025-11-25' })])
    const error = await failureOf(test.pool.start(id))
    expect([error.reason, error.params?.['theirs'], greetings(server)]).toEqual([
      'session.versionNotSpoken',
      ['2025-03-26'],
      ['initialize 2025-11-25'],
    ])
  })
})

// Catches: a choice that counts from the next start on only, and a server that is taken for an older one because a person chose so.
it('LC-07, LC-03: a change of the choice connects anew, and nothing is remembered of a server that was not asked', async () => {
  await using server = await bothEras()
  await using test = testPool([define('s', server.launch)])
  test.pool.startEnabled()
  const seen = [(await test.until('s', 'ready')).negotiation.version]
  for (const protocol of ['2025', 'automatic'] as const) {
    const { connectionId } = await test.until('s', 'ready')
    test.registry.set([define('s', server.launch, { protocol })])
    seen.push((await anotherThan(test, connectionId)).negotiation.version)
  }
  expect([seen, test.pool.catalog(id).notices]).toEqual([['2026-07-28', '2025-11-25', '2026-07-28'], []])
})
