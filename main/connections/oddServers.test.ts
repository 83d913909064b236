import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { Launch } from '../../shared/domain/server'
import { refusingRequests, define, failureOf, serverId, testPool, type TestPool } from './testing/poolFixture'
import type { PoolDeps } from './connectionPool'

// Each way in which a server may be odd, through the real pool, and what a person sees of it. The ways are in testing/oddServer.mjs.

const odd = (mode: string): Launch => ({
  kind: 'stdio',
  command: process.execPath,
  args: [join(import.meta.dirname, 'testing/oddServer.mjs'), mode],
  env: {},
})

function poolWith(mode: string, limits: Partial<Limits> = {}, deps: Partial<PoolDeps> = {}): TestPool {
  return testPool([define('odd', odd(mode))], { limits, deps })
}

const said = (text: string): unknown => [{ type: 'text', text }]

describe('a server that is odd in what it writes works', () => {
  it.each([
    'plain',
    'null in _meta',
    'a progress token of another kind',
    'null for all that is optional',
    'capabilities as true',
    'capabilities as lists',
    'experimental members of all kinds',
    'no server info',
    'a version without quotes',
    'instructions as a list',
    'a refusal that names an older version',
    'content that is a text',
    'content that is one block',
  ])('%s', async (mode) => {
    await using test = poolWith(mode)
    await test.pool.start(serverId('odd'))
    const state = test.pool.states()[serverId('odd')]
    expect(state).toMatchObject({ phase: 'ready', offers: { tools: 1, skipped: 0 } })
    expect(await test.call('odd', 'work')).toMatchObject({ content: said('ok'), isError: false })
  })

  it('and is called by its own name where it says none', async () => {
    await using test = poolWith('no server info')
    await test.pool.start(serverId('odd'))
    expect(test.pool.states()[serverId('odd')]).toMatchObject({ identity: { name: 'odd', version: '' } })
  })

  it('and what it does not declare is not asked for', async () => {
    await using test = poolWith('no capabilities')
    await test.pool.start(serverId('odd'))
    expect(test.pool.states()[serverId('odd')]).toMatchObject({ phase: 'ready', offers: { tools: 0 }, abilities: [] })
  })
})

describe('LC-05: a server that cannot be used says why', () => {
  it.each([
    ['a protocol version that is a number', 'session.unknownVersions', undefined],
    ['no protocol version', 'session.badGreeting', undefined],
    ['a refusal that names unknown versions', 'session.unknownVersions', undefined],
    ['pretty-printed JSON', 'session.notJsonRpc', '{'],
    ['a header before each message', 'session.notJsonRpc', expect.stringMatching(/^Content-Length: \d+$/)],
    ['a word before each message', 'session.notJsonRpc', expect.stringMatching(/^INFO \{/)],
    ['no version of JSON-RPC', 'session.notJsonRpc', expect.stringMatching(/^\{ +"id"/)],
    ['silence', 'session.connectTimedOut', undefined],
    ['a closed stdout', 'session.closedOutput', undefined],
  ])('%s', async (mode, reason, words) => {
    await using test = poolWith(mode, { connectMs: 2_000 })
    const error = await failureOf(test.pool.start(serverId('odd')))
    expect([error.reason, error.said]).toEqual([reason, words])
  })
})

describe('an error keeps its words', () => {
  it.each([
    ['an error code that is text', 'SERVER_ERROR', 'E_QUOTA: no more today'],
    ['an error code in quotes', 'INVALID_ARGUMENTS', 'no such city'],
    ['an error that is a text', 'SERVER_ERROR', 'no more today'],
    ['an error whose message is an object', 'SERVER_ERROR', '{"reason":"no more today"}'],
    ['an error without an id', 'SERVER_ERROR', 'no more today'],
    ['an error and a null result', 'SERVER_ERROR', 'no more today'],
  ])('%s', async (mode, code, words) => {
    await using test = poolWith(mode)
    await test.pool.start(serverId('odd'))
    const error = await failureOf(test.call('odd', 'work'))
    expect([error.code, error.said]).toEqual([code, words])
  })
})

describe('a result keeps what it says', () => {
  it.each([
    ['a result that is null', { content: [], isError: false }],
    ['blocks that are texts', { content: [{ text: 'ok' }, { text: 'and more' }], isError: false }],
    ['isError as a text', { content: said('it broke'), isError: true }],
  ])('%s', async (mode, seen) => {
    await using test = poolWith(mode)
    await test.pool.start(serverId('odd'))
    expect(await test.call('odd', 'work')).toMatchObject(seen)
  })
})

it('TK-01, TK-06: a task that was asked for is followed, whatever content came beside it, and its form opens a dialog', async () => {
  const asked: unknown[] = []
  const elicit: PoolDeps['requests']['elicit'] = (asker, params) => {
    asked.push([asker.callIds.length, params])
    return Promise.resolve({ action: 'accept', content: { name: 'Ada' } })
  }
  await using test = poolWith(
    'a task beside content',
    { taskPollLeastMs: 20, taskPollMs: 20 },
    { requests: { ...refusingRequests, elicit } },
  )
  await test.pool.start(serverId('odd'))
  const result = await test.call('odd', 'work')
  expect([result.content, asked]).toEqual([
    said('Hello Ada'),
    [[1, expect.objectContaining({ message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } })]],
  ])
})

it('lists that never come do not hold up the tools', async () => {
  await using test = poolWith('prompts and resources that never come', { listGraceMs: 50 })
  await test.pool.start(serverId('odd'))
  expect(test.pool.states()[serverId('odd')]).toMatchObject({ phase: 'ready', offers: { tools: 1 } })
  expect(test.pool.catalog(serverId('odd')).notices.map(({ id }) => id)).toEqual(Array(3).fill('errors.catalog.listPending'))
})

it('a list that comes late is there from then on', async () => {
  await using test = poolWith('prompts that come late', { listGraceMs: 50 })
  await test.pool.start(serverId('odd'))
  const state = (): unknown => test.pool.states()[serverId('odd')]
  expect(state()).toMatchObject({ phase: 'ready', offers: { tools: 1, prompts: 0 } })
  await test.call('odd', 'work')
  await expect.poll(state).toMatchObject({ offers: { tools: 1, prompts: 1 } })
  expect(test.pool.catalog(serverId('odd')).notices).toEqual([])
})
