import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Launch } from '../../shared/domain/server'
import { ManualClock } from '../testing/manualClock'
import { legacyServer } from './testing/httpServer'
import { methodsOf, modernHttp } from './testing/modernHttp'
import { define, serverId, testPool } from './testing/poolFixture'

const limits = { pingMs: 60, pingAnswerMs: 150 }
const odd = (mode: string): Launch => ({
  kind: 'stdio',
  command: process.execPath,
  args: [join(import.meta.dirname, 'testing/oddMessages.mjs'), mode],
  env: {},
})

/** Advances the time to the next check, and waits until the monitor sleeps again. By then everything that it asked is answered. */
async function nextLook(clock: ManualClock): Promise<void> {
  const rests = (): number => clock.naps.filter((ms) => ms === limits.pingMs).length
  const before = rests()
  await clock.pass(limits.pingMs)
  while (rests() === before) await new Promise(setImmediate)
}

/** Advances the time to the next check, and then past the answer deadline, once for each unanswered question. */
async function silence(clock: ManualClock, asked: () => number): Promise<void> {
  const before = asked()
  await clock.pass(limits.pingMs)
  for (let question = 1; question <= 2; question++) {
    while (asked() < before + question) await new Promise(setImmediate)
    await clock.pass(limits.pingAnswerMs)
  }
}

it('LC-23: asks a quiet 2025 server over HTTP with ping, and takes any answer for a sign of life', async () => {
  await using server = await legacyServer(() => false)
  const clock = new ManualClock()
  await using test = testPool([define('quiet', server.launch)], { limits, deps: { clock } })
  await test.pool.start(serverId('quiet'))
  const before = await test.until('quiet', 'ready')
  for (let look = 1; look <= 4; look++) await nextLook(clock)
  const asked = methodsOf(server).filter((method) => method === 'ping').length
  const after = await test.until('quiet', 'ready')
  expect([asked, after.connectionId]).toEqual([4, before.connectionId])
})

it('LC-23: connects again when a server does not answer two questions in a row', async () => {
  let isDeaf = false
  await using server = await legacyServer(({ message, response }) => {
    if (!isDeaf || message['method'] !== 'ping') return false
    // Stays silent as long as the connection lasts.
    response.on('close', () => undefined)
    return true
  })
  const clock = new ManualClock()
  await using test = testPool([define('deaf', server.launch)], { limits, deps: { clock } })
  await test.pool.start(serverId('deaf'))
  isDeaf = true
  const asked = (): number => methodsOf(server).filter((method) => method === 'ping').length
  await silence(clock, asked)
  const failed = await test.until('deaf', 'failed')
  expect([failed.error.code, failed.error.reason, failed.retryAt !== undefined, asked()]).toEqual([
    'INTERRUPTED',
    'connections.stoppedAnswering',
    true,
    2,
  ])
})

it('LC-23: notices without any call that nobody is at the address any more', async () => {
  const server = await legacyServer(() => false)
  const clock = new ManualClock()
  await using test = testPool([define('gone', server.launch)], { limits, deps: { clock } })
  await test.pool.start(serverId('gone'))
  await server[Symbol.asyncDispose]()
  await clock.pass(limits.pingMs)
  const failed = await test.until('gone', 'failed')
  expect([failed.error.code, failed.retryAt !== undefined]).toEqual(['SERVER_UNREACHABLE', true])
})

it('LC-23: opens a new session when the answer is that the old one is forgotten', async () => {
  let session = 's1'
  await using server = await legacyServer(({ headers, response }) => {
    if (headers['mcp-session-id'] === undefined || headers['mcp-session-id'] === session) return false
    response.writeHead(404).end()
    return true
  }, 's1')
  const clock = new ManualClock()
  await using test = testPool([define('forgets', server.launch)], { limits, deps: { clock } })
  await test.pool.start(serverId('forgets'))
  const before = await test.until('forgets', 'ready')
  session = 's2'
  await clock.pass(limits.pingMs)
  while (methodsOf(server).filter((method) => method === 'initialize').length < 2) await new Promise(setImmediate)
  session = 's1'
  const after = await test.until('forgets', 'ready')
  expect(after.connectionId === before.connectionId).toBe(false)
})

it('LC-23, LC-24: asks a 2026 server with server/discover, since it knows no ping', async () => {
  await using server = await modernHttp()
  const clock = new ManualClock()
  await using test = testPool([define('modern', server.launch)], { limits, deps: { clock } })
  await test.pool.start(serverId('modern'))
  while (methodsOf(server).filter((method) => method === 'server/discover').length < 4) await nextLook(clock)
  const removed = ['ping', 'initialize', 'notifications/initialized', 'logging/setLevel', 'notifications/roots/list_changed']
  test.registry.set([define('modern', server.launch, { roots: ['file:///tmp'] })])
  await test.call('modern', 'a')
  expect(methodsOf(server).filter((method) => removed.includes(method))).toEqual([])
})

it('LC-23: asks nothing while a call runs, however long it takes', async () => {
  const held = Promise.withResolvers<void>()
  await using server = await legacyServer(({ message, response }) => {
    if (message['method'] !== 'tools/call') return false
    void held.promise.then(() => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id: message['id'], result: { content: [] } }))
    })
    return true
  })
  const clock = new ManualClock()
  await using test = testPool([define('busy', server.launch)], { limits, deps: { clock } })
  await test.pool.start(serverId('busy'))
  const call = test.call('busy', 'a')
  while (!methodsOf(server).includes('tools/call')) await new Promise(setImmediate)
  const before = methodsOf(server).length
  for (let look = 1; look <= 4; look++) await nextLook(clock)
  const during = methodsOf(server).length
  held.resolve()
  await call
  expect(during).toBe(before)
})

it('LC-23: ends a local server that hangs, and starts it again', async () => {
  const clock = new ManualClock()
  await using test = testPool([define('hangs', odd('hangs'))], { limits, deps: { clock } })
  await test.pool.start(serverId('hangs'))
  const asked = (): number => test.pool.output(serverId('hangs')).text.split('"ping"').length - 1
  await nextLook(clock)
  await test.call('hangs', 'plain')
  await silence(clock, asked)
  const failed = await test.until('hangs', 'failed')
  await clock.pass((failed.retryAt ?? 0) - clock.now())
  const back = await test.until('hangs', 'ready')
  expect([failed.error.code, back.phase]).toEqual(['INTERRUPTED', 'ready'])
})

it('LC-23: leaves a local server alone that never knew a ping', async () => {
  const clock = new ManualClock()
  await using test = testPool([define('simple', odd('knows no ping'))], { limits, deps: { clock } })
  await test.pool.start(serverId('simple'))
  const before = await test.until('simple', 'ready')
  await silence(clock, () => test.pool.output(serverId('simple')).text.split('"ping"').length - 1)
  await test.call('simple', 'plain')
  const after = await test.until('simple', 'ready')
  expect(after.connectionId).toBe(before.connectionId)
})
