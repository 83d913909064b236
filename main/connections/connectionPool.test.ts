import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { systemClock } from '../lib/clock'
import { define, failureOf, faulty, serverId, testPool } from './testing/poolFixture'

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js')

it('ST-12: starts server-everything over stdio, lists its tools and calls one', async () => {
  await using test = testPool([define('everything', { kind: 'stdio', command: process.execPath, args: [everything, 'stdio'], env: {} })])
  test.pool.startEnabled()
  const ready = await test.until('everything', 'ready')
  const result = await test.call('everything', 'echo', { message: 'hello' })
  expect({ era: ready.negotiation.era, transport: ready.transport, content: result.content }).toEqual({
    era: '2025',
    transport: 'stdio',
    content: [{ type: 'text', text: 'Echo: hello' }],
  })
})

it('gives two callers the same start', async () => {
  await using test = testPool([define('one', faulty('good'))])
  const states: string[] = []
  test.pool.stateChanges.subscribe((now) => states.push(now[serverId('one')]?.phase ?? ''))
  await Promise.all([test.pool.start(serverId('one')), test.pool.start(serverId('one'))])
  const children = test.database.all('SELECT * FROM child')
  expect({ states: [...new Set(states)], children: children.length }).toEqual({ states: ['starting', 'ready'], children: 1 })
})

it('says which folders were searched for a command that is not there', async () => {
  await using test = testPool([
    define('none', { kind: 'stdio', command: 'no-such-command-anywhere', args: [], env: { PATH: '/one:/two' } }),
  ])
  const error = await failureOf(test.pool.start(serverId('none')))
  expect({ code: error.code, state: test.pool.states()[serverId('none')] }).toMatchObject({
    code: 'COMMAND_NOT_FOUND',
    state: { phase: 'failed', evidence: { kind: 'path', folders: ['/one', '/two'] } },
  })
})

it('C09, ST-06: shows the exit code and the output of a server that ends at once, and gives up after a few restarts', async () => {
  const clock = quickClock()
  await using test = testPool([define('bad', faulty('exit-at-start'))], { limits: { restartsBeforeCrashLoop: 2 }, deps: { clock } })
  const error = await failureOf(test.pool.start(serverId('bad')))
  const state = test.pool.states()[serverId('bad')]
  const end = await test.until('bad', 'crashLoop')
  const exited = { server: 'bad', how: 'code', detail: '3' }
  expect({ error: error.fact, state, crashes: end.crashes, evidence: end.evidence }).toMatchObject({
    error: { reason: 'session.exited', params: exited },
    state: { phase: 'failed', evidence: { kind: 'output', lines: ['boom: missing API_KEY'], exit: { code: 3, signal: null } } },
    crashes: 3,
    evidence: { kind: 'output' },
  })
  expect(end.error).toMatchObject({
    code: 'SERVER_EXITED',
    reason: 'connections.crashLoop',
    params: {
      failure: { id: 'errors.session.exited', params: exited },
      crashes: 3,
      advice: { id: 'errors.session.exited.hint', params: exited },
    },
  })
})

it('ST-06: ends a call when its server crashes, says how, and starts the server again', async () => {
  await using test = testPool([define('crashing', faulty('good'))])
  await test.pool.start(serverId('crashing'))
  const error = await failureOf(test.call('crashing', 'crash'))
  expect({ code: error.code, fact: error.fact }).toEqual({
    code: 'SERVER_EXITED',
    fact: { reason: 'session.exited', params: { server: 'crashing', how: 'code', detail: '7' } },
  })
  await test.until('crashing', 'starting')
  await test.until('crashing', 'ready')
  expect((await test.call('crashing', 'echo', { a: 1 })).content).toEqual([{ type: 'text', text: '{"a":1}' }])
})

it.each(['is removed', 'is left because Parley quits'])(
  'does not start a server again that %s while it is being restarted',
  async (how) => {
    await using test = testPool([define('one', faulty('good'))])
    await test.pool.start(serverId('one'))
    const restarted = failureOf(test.pool.restart(serverId('one')))
    if (how === 'is removed') test.registry.set([])
    else await test.pool[Symbol.asyncDispose]()
    const { code } = await restarted
    expect([code, test.database.all('SELECT * FROM child')]).toEqual([how === 'is removed' ? 'NOT_FOUND' : 'INTERRUPTED', []])
  },
)

function quickClock() {
  return {
    ...systemClock,
    now: () => Date.now(),
    sleep: (ms: number, signal: AbortSignal) => wait(ms / 100, undefined, { signal }),
  }
}
