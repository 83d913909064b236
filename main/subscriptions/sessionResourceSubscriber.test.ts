import { setTimeout as wait } from 'node:timers/promises'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRecord } from '../../shared/lib/json'
import { systemClock, type Clock } from '../lib/clock'
import { fetchServer } from '../connections/testing/httpServer'
import { libraries, libraryId, libraryPool, next, until, type LibraryPool } from '../connections/testing/library'
import { define, serverId, testPool } from '../connections/testing/poolFixture'

const dune = 'library://books/dune'
const emma = 'library://books/emma'

/** Makes pauses a hundred times shorter. */
const quickClock: Clock = { ...systemClock, sleep: (ms, signal) => wait(ms / 100, undefined, { signal }) }

describe.each(libraries)('a library of $era over $via', (library) => {
  let opened: LibraryPool
  beforeAll(async () => {
    opened = await libraryPool(library)
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  it('SU-01, RS-09: hears of changes of what is followed, and of nothing else', async () => {
    const { pool } = opened.test
    const heard: string[] = []
    const stop = pool.resourceUpdates.subscribe(({ uri }) => heard.push(uri))
    pool.follow(libraryId, [dune])
    await until(pool.followChanges, () => pool.followed(libraryId).get(dune) === 'following')
    await opened.test.call('library', 'change_book', { id: 'emma' })
    const update = next(pool.resourceUpdates)
    await opened.test.call('library', 'change_book', { id: 'dune' })
    await update
    stop()
    pool.follow(libraryId, [])
    expect(heard).toEqual([dune])
  })

  it('SU-06: follows another resource beside the first, and stops to follow one, without missing a change', async () => {
    const { pool } = opened.test
    pool.follow(libraryId, [dune])
    await until(pool.followChanges, () => pool.followed(libraryId).get(dune) === 'following')
    pool.follow(libraryId, [dune, emma])
    const first = next(pool.resourceUpdates, ({ uri }) => uri === dune)
    await opened.test.call('library', 'change_book', { id: 'dune' })
    await first
    await until(pool.followChanges, () => pool.followed(libraryId).get(emma) === 'following')
    const second = next(pool.resourceUpdates, ({ uri }) => uri === emma)
    await opened.test.call('library', 'change_book', { id: 'emma' })
    await second
    pool.follow(libraryId, [])
    expect([...pool.followed(libraryId)]).toEqual([])
  })

  it('SU-05, SU-07: follows again after a new start, and says that changes may have been missed', async () => {
    const { pool } = opened.test
    pool.follow(libraryId, [dune])
    await until(pool.followChanges, () => pool.followed(libraryId).get(dune) === 'following')
    const stopped = pool.stop(libraryId)
    expect(pool.followed(libraryId).get(dune)).toBe('waiting')
    await stopped
    const missed = next(pool.resourceUpdates)
    await pool.start(libraryId)
    expect((await missed).uri).toBe(dune)
    await until(pool.followChanges, () => pool.followed(libraryId).get(dune) === 'following')
    const update = next(pool.resourceUpdates)
    await opened.test.call('library', 'change_book', { id: 'dune' })
    expect((await update).uri).toBe(dune)
  })
})

/** A 2026 server that agrees to follow only some resources. A test can cut off its streams. */
async function listenedTo(honours: (uri: string) => boolean, atMost = Infinity) {
  const build = (): Server => {
    const server = new Server({ name: 'l', version: '1' }, { capabilities: { resources: { subscribe: true } } })
    server.setRequestHandler('resources/list', () => ({ resources: [] }))
    return server
  }
  const handler = createMcpHandler(build, { legacy: 'reject' })
  const server = await fetchServer(async (request) => {
    const message: unknown = await request.clone().json()
    if (!isRecord(message) || message['method'] !== 'subscriptions/listen') return handler.fetch(request)
    const { url, headers, signal } = request
    const body = JSON.stringify(message, (key, value: unknown) =>
      key === 'resourceSubscriptions' && Array.isArray(value) ? value.filter((uri) => honours(String(uri))) : value,
    )
    if ((body.match(/"x:/g)?.length ?? 0) > atMost) {
      return Response.json({ jsonrpc: '2.0', id: message['id'], error: { code: -32_603, message: 'Too many' } })
    }
    return handler.fetch(new Request(url, { method: 'POST', headers, body, signal }))
  })
  const listens = () => server.received.filter(({ message }) => message['method'] === 'subscriptions/listen')
  return Object.assign(server, { handler, listens, cut: () => listens().forEach(({ response }) => response.destroy()) })
}

it('SU-02: shows what the server did not agree to follow', async () => {
  await using server = await listenedTo((uri) => uri !== 'x:no')
  await using test = testPool([define('l', server.launch)])
  await test.pool.start(serverId('l'))
  test.pool.follow(serverId('l'), ['x:yes', 'x:no'])
  await until(test.pool.followChanges, () => test.pool.followed(serverId('l')).get('x:yes') === 'following')
  expect(Object.fromEntries(test.pool.followed(serverId('l')))).toEqual({ 'x:yes': 'following', 'x:no': 'refused' })
})

it('SU-04: listens again after the stream was lost, and says that changes may have been missed', async () => {
  await using server = await listenedTo(() => true)
  await using test = testPool([define('l', server.launch)], { deps: { clock: quickClock } })
  await test.pool.start(serverId('l'))
  test.pool.follow(serverId('l'), ['x:a'])
  await until(test.pool.followChanges, () => test.pool.followed(serverId('l')).get('x:a') === 'following')
  const waiting = until(test.pool.followChanges, () => test.pool.followed(serverId('l')).get('x:a') === 'waiting')
  const missed = next(test.pool.resourceUpdates)
  server.cut()
  await waiting
  expect([(await missed).uri, test.pool.followed(serverId('l')).get('x:a'), server.listens().length]).toEqual(['x:a', 'following', 2])
})

it('SU-06: goes on following what it follows when the server refuses to follow more', async () => {
  await using server = await listenedTo(() => true, 1)
  await using test = testPool([define('l', server.launch)])
  const stateOf = (uri: string) => test.pool.followed(serverId('l')).get(uri)
  await test.pool.start(serverId('l'))
  test.pool.follow(serverId('l'), ['x:a'])
  await until(test.pool.followChanges, () => stateOf('x:a') === 'following')
  test.pool.follow(serverId('l'), ['x:a', 'x:b'])
  await until(test.pool.followChanges, () => stateOf('x:b') === 'refused')
  const update = next(test.pool.resourceUpdates)
  server.handler.notify.resourceUpdated('x:a')
  expect([stateOf('x:a'), (await update).uri]).toEqual(['following', 'x:a'])
})

it('does not ask a server that cannot tell of changes', async () => {
  const handler = createMcpHandler(
    () => {
      const server = new Server({ name: 'l', version: '1' }, { capabilities: { resources: {} } })
      server.setRequestHandler('resources/list', () => ({ resources: [] }))
      return server
    },
    { legacy: 'reject' },
  )
  await using server = await fetchServer((request) => handler.fetch(request))
  await using test = testPool([define('l', server.launch)])
  await test.pool.start(serverId('l'))
  test.pool.follow(serverId('l'), ['x:a'])
  expect(test.pool.followed(serverId('l')).get('x:a')).toBe('refused')
  expect(server.received.filter(({ message }) => message['method'] === 'subscriptions/listen')).toEqual([])
})
