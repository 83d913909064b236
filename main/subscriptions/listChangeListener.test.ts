import { setTimeout as wait } from 'node:timers/promises'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import { expect, it } from 'vitest'
import { isRecord } from '../../shared/lib/json'
import { systemClock } from '../lib/clock'
import { fetchServer } from '../connections/testing/httpServer'
import { next } from '../connections/testing/library'
import { define, serverId, testPool } from '../connections/testing/poolFixture'

const id = serverId('s')
/** Makes pauses a hundred times shorter. */
const clock = { ...systemClock, sleep: (ms: number, signal: AbortSignal) => wait(ms / 100, undefined, { signal }) }

/** A 2026 server that promises to report changes, and agrees only to the kinds that a test allows. */
async function promising(agrees: (kind: string) => boolean) {
  const build = (): Server => {
    const server = new Server(
      { name: 's', version: '1' },
      { capabilities: { tools: { listChanged: true }, prompts: { listChanged: true } } },
    )
    server.setRequestHandler('tools/list', () => ({ tools: [], ttlMs: 60_000 }))
    server.setRequestHandler('prompts/list', () => ({ prompts: [], ttlMs: 60_000 }))
    return server
  }
  const handler = createMcpHandler(build, { legacy: 'reject' })
  const server = await fetchServer(async (request) => {
    const message: unknown = await request.clone().json()
    if (!isRecord(message) || message['method'] !== 'subscriptions/listen') return handler.fetch(request)
    const body = JSON.stringify(message, (key, value: unknown) =>
      key === 'notifications' && isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([kind]) => agrees(kind))) : value,
    )
    return handler.fetch(new Request(request.url, { method: 'POST', headers: request.headers, body, signal: request.signal }))
  })
  const of = (method: string) => server.received.filter(({ message }) => message['method'] === method)
  return Object.assign(server, { of })
}

it('SU-02: does not say of a server that it tells of changes when it agreed to less than it promised', async () => {
  await using server = await promising((kind) => kind !== 'promptsListChanged')
  await using test = testPool([define('s', server.launch)])
  const abilities = () => {
    const state = test.pool.states()[id]
    return state?.phase === 'ready' ? state.abilities : undefined
  }
  const deaf = next(test.pool.stateChanges, () => abilities()?.length === 0)
  await test.pool.start(id)
  await deaf
  expect(abilities()).toEqual([])
})

it('SU-04, SU-07: listens again after the stream was lost, and then reads the lists again', async () => {
  await using server = await promising(() => true)
  await using test = testPool([define('s', server.launch)], { deps: { clock } })
  await test.pool.start(id)
  while (server.of('subscriptions/listen').length === 0) await wait(5)
  const again = next(test.pool.catalogChanges)
  const [stream] = server.of('subscriptions/listen')
  while (!stream?.response.headersSent) await wait(5)
  stream.response.destroy()
  await again
  expect([server.of('subscriptions/listen').length, server.of('tools/list').length]).toEqual([2, 2])
})
