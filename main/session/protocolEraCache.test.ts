import { expect, it } from 'vitest'
import type { Launch } from '../../shared/domain/server'
import { systemClock } from '../lib/clock'
import { Database } from '../storage/database'
import { ProtocolEraCache } from './protocolEraCache'
import { legacyServer, sendJson } from '../connections/testing/httpServer'
import { methodsOf, modernHttp } from '../connections/testing/modernHttp'
import { define, faulty, failureOf, serverId, testPool } from '../connections/testing/poolFixture'

const DAY_MS = 24 * 60 * 60 * 1000

it('LC-07: greets a server of the 2025 era without the probe, and probes it again after a day', async () => {
  let now = Date.now()
  await using server = await legacyServer(() => false)
  await using test = testPool([define('old', server.launch)], { deps: { clock: { ...systemClock, now: () => now } } })
  const probes: number[] = []
  for (const later of [0, DAY_MS - 1_000, 2_000]) {
    now += later
    await test.pool.restart(serverId('old'))
    probes.push(methodsOf(server).filter((method) => method === 'server/discover').length)
  }
  expect(probes).toEqual([1, 1, 2])
})

it('LC-07: probes a server of the 2025 era again when a person restarts or starts it, because an update may have taught it 2026-07-28', async () => {
  await using server = await legacyServer(() => false)
  await using test = testPool([define('old', server.launch)])
  const id = serverId('old')
  const probes: number[] = []
  const ways = [() => test.pool.start(id), () => test.pool.restart(id, { anew: true }), () => test.pool.start(id, { anew: true })]
  for (const begin of ways) {
    await begin()
    probes.push(methodsOf(server).filter((method) => method === 'server/discover').length)
    if (begin !== ways[0]) await test.pool.stop(id)
  }
  expect(probes).toEqual([1, 2, 3])
})

it('remembers that a server spoke 2026-07-28 when it is probed again, so that going back is still told', () => {
  const eras = new ProtocolEraCache(new Database(':memory:'), Date.now)
  const launch = legacyLaunch('updated')
  eras.remember(launch, '2026')
  eras.probeAgain(launch)
  expect([eras.remember(launch, '2025'), eras.isLegacy(launch)]).toEqual([true, true])
})

it('forgets the launch records that nobody starts any more', () => {
  const database = new Database(':memory:')
  const eras = new ProtocolEraCache(database, Date.now)
  const [kept, gone] = [legacyLaunch('kept'), legacyLaunch('gone')]
  for (const launch of [kept, gone]) eras.remember(launch, '2025')
  eras.keepOnly([kept])
  expect([eras.isLegacy(kept), eras.isLegacy(gone)]).toEqual([true, false])
})

function legacyLaunch(command: string): Launch {
  return { kind: 'stdio', command, args: [], env: {} }
}

it('LC-07: probes again at once when what was known is no longer true', async () => {
  let isModern = false
  await using modern = await modernHttp(({ message, response }) => {
    if (isModern || message['method'] !== 'server/discover') return false
    sendJson(response, { jsonrpc: '2.0', id: message['id'], error: { code: -32601, message: 'Method not found' } }, 400)
    return true
  })
  await using old = await legacyServer(({ method, message, response }) => {
    if (!isModern || method !== 'POST') return false
    void fetch(modern.url, { method: 'POST', body: JSON.stringify(message) }).then(async (answer) =>
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()),
    )
    return true
  })
  await using test = testPool([define('grows', old.launch)])
  await test.pool.start(serverId('grows'))
  const before = await test.until('grows', 'ready')
  isModern = true
  await test.pool.restart(serverId('grows'))
  const after = await test.until('grows', 'ready')
  expect([before.negotiation.era, after.negotiation.era, (await test.call('grows', 'a')).content]).toEqual([
    '2025',
    '2026',
    [{ type: 'text', text: 'ok' }],
  ])
})

it('J23: says that a server went back to an older protocol, and holds it to the same rules', async () => {
  let isModern = true
  await using server = await modernHttp(({ method, message, response }) => {
    if (isModern || method !== 'POST') return false
    const { id } = message
    if (message['method'] === 'initialize') {
      const result = { protocolVersion: '2025-03-26', capabilities: { tools: {} }, serverInfo: { name: 'modern', version: '0' } }
      sendJson(response, { jsonrpc: '2.0', id, result })
      return true
    }
    if (message['method'] === 'tools/call') {
      response.writeHead(307, { location: 'http://127.0.0.1:1/elsewhere' }).end()
      return true
    }
    if (message['method'] !== 'server/discover') return false
    sendJson(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } })
    return true
  })
  await using test = testPool([define('back', server.launch)])
  await test.pool.start(serverId('back'))
  const before = test.pool.catalog(serverId('back')).notices
  isModern = false
  await test.pool.restart(serverId('back'))
  const error = await failureOf(test.call('back', 'a'))
  expect([before, test.pool.catalog(serverId('back')).notices, error.code]).toEqual([
    [],
    [{ id: 'errors.connections.olderProtocol', params: { protocol: '2025-03-26' } }],
    'SERVER_ERROR',
  ])
})

it('LC-07: keeps what it found for one launch record only, through a restart of Parley', async () => {
  await using test = testPool([define('silent', faulty('silent-at-probe'))], { limits: { connectMs: 1_500 } })
  const probes = async (): Promise<number> => {
    const { records } = await test.traffic.ofServer(serverId('silent'), { limit: 100 })
    return records.filter(({ json }) => json.includes('server/discover')).length
  }
  const counts: number[] = []
  await test.pool.restart(serverId('silent'))
  counts.push(await probes())
  await test.pool.restart(serverId('silent'))
  counts.push(await probes())
  const known = new ProtocolEraCache(test.database, () => Date.now())
  test.registry.set([define('silent', faulty('silent-at-probe', 'another'))])
  await test.pool.restart(serverId('silent'))
  counts.push(await probes())
  expect([counts, known.isLegacy(faulty('silent-at-probe')), known.isLegacy(faulty('good'))]).toEqual([[1, 1, 2], true, false])
})
