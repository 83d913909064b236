import { setImmediate as turn } from 'node:timers/promises'
import { createMcpHandler, ProtocolError, Server } from '@modelcontextprotocol/server'
import { expect, it } from 'vitest'
import { systemClock, type Clock } from '../lib/clock'
import { fetchServer, legacyServer, sendResult, sendJson } from '../connections/testing/httpServer'
import { libraries, libraryId, libraryPool } from '../connections/testing/library'
import { define, failureOf, serverId, testPool } from '../connections/testing/poolFixture'

const signal = new AbortController().signal
const id = serverId('s')

/** A clock that a test advances. */
function movedClock(): Clock & { move(ms: number): void } {
  let moved = 0
  return {
    ...systemClock,
    now: () => Date.now() + moved,
    move: (ms) => {
      moved += ms
    },
  }
}

interface Shelf {
  tools: readonly string[]
  ttl: { tools?: number; prompts?: number }
  promptsFail: boolean
  toolsFail: boolean
}

/** A 2026 server whose lists and cache times a test changes, and a pool that is connected to it. */
async function shelved(shelf: Partial<Shelf> = {}) {
  const held: Shelf = { tools: ['a'], ttl: {}, promptsFail: false, toolsFail: false, ...shelf }
  const build = (): Server => {
    const server = new Server({ name: 's', version: '1' }, { capabilities: { tools: {}, prompts: {} } })
    server.setRequestHandler('tools/list', () => {
      if (held.toolsFail) throw new ProtocolError(-32_603, 'No tools today')
      const { tools: ttlMs } = held.ttl
      return {
        tools: held.tools.map((name) => ({ name, inputSchema: { type: 'object' as const } })),
        ...(ttlMs !== undefined && { ttlMs }),
      }
    })
    server.setRequestHandler('prompts/list', () => {
      if (held.promptsFail) throw new ProtocolError(-32_603, 'No prompts today')
      const { prompts: ttlMs } = held.ttl
      return { prompts: [{ name: 'p' }], ...(ttlMs !== undefined && { ttlMs }) }
    })
    return server
  }
  const handler = createMcpHandler(build, { legacy: 'reject' })
  const server = await fetchServer((request) => handler.fetch(request))
  const clock = movedClock()
  const test = testPool([define('s', server.launch)], { deps: { clock } })
  await test.pool.start(id)
  let offers = 0
  test.pool.catalogChanges.subscribe(() => offers++)
  return {
    held,
    clock,
    pool: test.pool,
    reads: () => server.received.filter(({ message }) => message['method'] === 'tools/list').length,
    offers: () => offers,
    use: async () => {
      await test.pool.freshen(signal)
      return test.pool.catalog(id)
    },
    [Symbol.asyncDispose]: async () => {
      await test[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

it('CA-03, CA-08: calls lists fresh for the shortest of their times, and reads them again when they are used after it', async () => {
  await using server = await shelved({ ttl: { tools: 60_000, prompts: 20_000 } })
  const { readAt, freshUntil } = server.pool.catalog(id)
  await server.use()
  const fresh = server.reads()
  server.clock.move(19_000)
  await server.use()
  const stillFresh = server.reads()
  server.clock.move(2_000)
  await server.use()
  expect({ lasts: (freshUntil ?? 0) - readAt, fresh, stillFresh, after: server.reads(), offers: server.offers() }).toEqual({
    lasts: 20_000,
    fresh: 1,
    stillFresh: 1,
    after: 2,
    offers: 0,
  })
})

it('CA-03: takes lists without a time for stale at once, and offers what is new in them', async () => {
  await using server = await shelved({ ttl: { tools: -5 } })
  server.held.tools = ['a', 'b']
  server.clock.move(11_000)
  const { tools } = await server.use()
  expect([tools.map(({ name }) => name), server.offers()]).toEqual([['a', 'b'], 1])
})

it('CA-04: takes no time for an order to ask: lists that are used all the time are read seldom, and unused ones never', async () => {
  await using server = await shelved({ ttl: { tools: 1, prompts: 1 } })
  server.clock.move(11_000)
  await Promise.all([server.use(), server.use()])
  for (let used = 0; used < 20; used++) await server.use()
  const used = server.reads()
  server.clock.move(60 * 60_000)
  await turn()
  expect([used, server.reads()]).toEqual([2, 2])
})

it('CA-07: keeps what it has when lists cannot be read again, says so, and forgets that when they can', async () => {
  await using server = await shelved()
  server.held.promptsFail = true
  server.clock.move(11_000)
  const without = await server.use()
  server.held.toolsFail = true
  server.clock.move(11_000)
  const old = await server.use()
  server.held.toolsFail = server.held.promptsFail = false
  server.clock.move(11_000)
  const again = await server.use()
  const why = { id: 'errors.session.answeredError', params: { server: 's' } }
  expect([without, old, again].map(({ tools, prompts, stale }) => [tools.length, prompts.length, stale])).toEqual([
    [1, 1, [{ id: 'errors.catalog.listUnread', params: { noun: 'prompts', why } }]],
    [1, 1, [{ id: 'errors.catalog.listsUnread', params: { why } }]],
    [1, 1, undefined],
  ])
})

it('CA-07: gives the old lists to everybody who uses them while they cannot be read again', async () => {
  await using server = await shelved()
  server.held.toolsFail = true
  server.clock.move(11_000)
  const uses = await Promise.allSettled([server.use(), server.use()])
  expect(uses.map((use) => use.status === 'fulfilled' && use.value.tools.length)).toEqual([1, 1])
})

it('CA-09: reads the lists again when a person wants it, and tells them when that fails', async () => {
  await using server = await shelved({ ttl: { tools: 60_000, prompts: 60_000 } })
  server.held.tools = ['b']
  await server.pool.refresh(id)
  const names = server.pool.catalog(id).tools.map(({ name }) => name)
  server.held.toolsFail = true
  const error = await failureOf(server.pool.refresh(id))
  expect([names, error.code, server.pool.catalog(id).tools.length]).toEqual([['b'], 'SERVER_ERROR', 1])
})

it('CA-08: reads a list from its start, once, when the server does not know its own cursor any more', async () => {
  const cursors: unknown[] = []
  await using server = await legacyServer(({ message, response }) => {
    if (message['method'] !== 'tools/list') return false
    const { cursor } = (message['params'] ?? {}) as { cursor?: string }
    cursors.push(cursor)
    if (cursor === 'old') {
      sendJson(response, { jsonrpc: '2.0', id: message['id'], error: { code: -32_602, message: 'Invalid cursor' } })
      return true
    }
    const [name, nextCursor] = cursor === 'new' ? ['c', undefined] : cursors.length === 1 ? ['a', 'old'] : ['b', 'new']
    sendResult(response, message['id'], { tools: [{ name, inputSchema: { type: 'object' } }], nextCursor })
    return true
  })
  await using test = testPool([define('s', server.launch)])
  await test.pool.start(id)
  const { tools, notices } = test.pool.catalog(id)
  expect({ cursors, names: tools.map(({ name }) => name), notices }).toEqual({
    cursors: [undefined, 'old', undefined, 'new'],
    names: ['b', 'c'],
    notices: [],
  })
})

it('PM-02: asks a server only for the lists that it says it has', async () => {
  await using server = await legacyServer(() => false)
  await using test = testPool([define('s', server.launch)])
  await test.pool.start(id)
  const methods = server.received.map(({ message }) => message['method'])
  expect(methods.filter((method) => String(method).endsWith('/list'))).toEqual(['tools/list'])
})

it.each(libraries)(
  'RS-01, RS-07, RS-11: knows what a library of $era over $via offers to be read, and what it says of it',
  async (library) => {
    await using opened = await libraryPool(library)
    const { resources, templates, skipped } = opened.test.pool.catalog(libraryId)
    const state = opened.test.pool.states()[libraryId]
    expect(resources[0]).toEqual({
      uri: 'library://books/dune',
      name: 'dune',
      title: 'Dune',
      description: 'science fiction, by Frank Herbert',
      mimeType: 'text/markdown',
      size: 60,
      annotations: { audience: ['user', 'assistant'], priority: 1, lastModified: '2026-01-12T15:00:58Z' },
      icons: [{ src: expect.stringMatching(/^data:image\/png/), mimeType: 'image/png', sizes: ['8x8'] }],
    })
    expect(templates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'library://books/{id}',
      'library://search{?word,tags*}',
      'library://paths{/segments*}',
    ])
    expect(state).toMatchObject({
      identity: { title: 'The library', websiteUrl: 'https://library.example/' },
      abilities: ['completions', 'logging', 'resourceUpdates', 'listChanges'],
    })
    expect(skipped).toEqual([])
  },
)

it('sets malformed resources, templates and prompts aside, and takes a server that knows of no templates for one without', async () => {
  await using server = await legacyServer(({ message, response }) => {
    const answers: Readonly<Record<string, unknown>> = {
      initialize: {
        protocolVersion: '2025-11-25',
        capabilities: { resources: {}, prompts: {} },
        serverInfo: { name: 's', version: '1' },
      },
      'resources/list': {
        resources: [{ name: 'nowhere' }, { uri: 'x:a', size: -1 }, { uri: 'x:a' }, { uri: `x:${'b'.repeat(10_001)}` }, 7],
      },
      'prompts/list': { prompts: [{}, { name: 'p', arguments: [{ name: 'a', required: 'yes' }, 'b'] }] },
    }
    const result = answers[String(message['method'])]
    if (!result) return false
    sendResult(response, message['id'], result)
    return true
  })
  await using test = testPool([define('s', server.launch)])
  await test.pool.start(id)
  const { resources, templates, prompts, skipped, notices } = test.pool.catalog(id)
  expect({ resources, templates, prompts, skipped, notices }).toEqual({
    resources: [{ uri: 'x:a', name: 'x:a' }],
    templates: [],
    prompts: [{ name: 'p', arguments: [{ name: 'a', required: false }] }],
    skipped: [
      { what: 'prompt', name: '', reason: { id: 'errors.parsing.noName' } },
      { what: 'resource', name: 'nowhere', reason: { id: 'errors.parsing.noAddress' } },
      { what: 'resource', name: 'x:a', reason: { id: 'errors.catalog.duplicate', params: { what: 'resource' } } },
      { what: 'resource', name: '', reason: { id: 'errors.parsing.longAddress' } },
      { what: 'resource', name: '', reason: { id: 'errors.parsing.noAddress' } },
    ],
    notices: [],
  })
})
