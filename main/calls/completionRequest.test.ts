import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseCompletion } from './completionRequest'
import { legacyServer, sendResult } from '../connections/testing/httpServer'
import { libraries, libraryId, libraryPool, type LibraryPool } from '../connections/testing/library'
import { define, serverId, testPool } from '../connections/testing/poolFixture'

const signal = new AbortController().signal

describe.each(libraries)('a library of $era over $via', (library) => {
  let opened: LibraryPool
  beforeAll(async () => {
    opened = await libraryPool(library)
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  it('CP-04, CP-06: proposes values for arguments of prompts and of templates, with what is chosen already', async () => {
    const { pool } = opened.test
    const recommend = { kind: 'prompt', name: 'recommend' } as const
    const template = { kind: 'template', uriTemplate: 'library://books/{id}' } as const
    const [all, chosen, ids] = await Promise.all([
      pool.complete(libraryId, { target: recommend, argument: 'author', value: '', chosen: {} }, signal),
      pool.complete(libraryId, { target: recommend, argument: 'author', value: '', chosen: { genre: 'novel' } }, signal),
      pool.complete(libraryId, { target: template, argument: 'id', value: 'so', chosen: {} }, signal),
    ])
    expect([all.values, chosen.values, ids]).toEqual([
      ['Frank Herbert', 'Jane Austen', 'Stanisław Lem'],
      ['Jane Austen'],
      { values: ['solaris'], total: 1, hasMore: false },
    ])
  })

  it('CP-03: tells that there are more values than a server sends', async () => {
    const ask = { target: { kind: 'prompt', name: 'define' } as const, argument: 'word', value: 'w', chosen: {} }
    const { values, total, hasMore } = await opened.test.pool.complete(libraryId, ask, signal)
    expect([values.length, total, hasMore]).toEqual([100, 250, true])
  })
})

it('CP-06: asks no server that cannot complete', async () => {
  await using server = await legacyServer(() => false)
  await using test = testPool([define('l', server.launch)])
  await test.pool.start(serverId('l'))
  const ask = { target: { kind: 'prompt', name: 'p' } as const, argument: 'a', value: '', chosen: {} }
  expect(await test.pool.complete(serverId('l'), ask, signal)).toEqual({ values: [], hasMore: false })
  expect(server.received.filter(({ message }) => message['method'] === 'completion/complete')).toEqual([])
})

it('does not send the other arguments to a server of a revision that knows nothing of them', async () => {
  await using server = await legacyServer(({ message, response }) => {
    const { id, method } = message
    if (method === 'initialize') {
      const result = { protocolVersion: '2025-03-26', capabilities: { completions: {} }, serverInfo: { name: 'o', version: '1' } }
      sendResult(response, id, result)
    } else if (method === 'completion/complete') sendResult(response, id, { completion: { values: ['v'] } })
    else return false
    return true
  })
  await using test = testPool([define('l', server.launch)])
  await test.pool.start(serverId('l'))
  const ask = { target: { kind: 'prompt', name: 'p' } as const, argument: 'a', value: 'x', chosen: { b: 'y' } }
  const { values } = await test.pool.complete(serverId('l'), ask, signal)
  const [sent] = server.received.filter(({ message }) => message['method'] === 'completion/complete')
  expect([values, sent?.message['params']]).toEqual([
    ['v'],
    { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: 'x' } },
  ])
})

it('CP-03: reads what is there of an answer that is partial, wrong or too long', () => {
  const many = Array.from({ length: 300 }, (_, index) => `v${index}`)
  expect([
    parseCompletion({}),
    parseCompletion({ completion: { values: ['a', 7, 'a', 'b'], total: 'many' } }),
    parseCompletion({ completion: { values: ['a'], total: 5 } }),
    parseCompletion({ completion: { values: many } }).values.length,
  ]).toEqual([{ values: [], hasMore: false }, { values: ['a', 'b'], hasMore: false }, { values: ['a'], total: 5, hasMore: true }, 100])
})
