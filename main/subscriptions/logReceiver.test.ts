import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import { systemClock } from '../lib/clock'
import { LogReceiver, type LogMessage } from './logReceiver'
import { libraries, libraryId, libraryPool, next } from '../connections/testing/library'
import { define, faulty, serverId, testPool, type TestPool } from '../connections/testing/poolFixture'

function bench() {
  const taken: LogMessage[] = []
  let now = 0
  const limits = () => ({ ...defaultLimits, logEntriesPerSecond: 3 })
  const intake = new LogReceiver({
    serverId: serverId('s'),
    clock: { ...systemClock, now: () => now },
    limits,
    take: (message) => taken.push(message),
  })
  const pass = (ms: number): void => {
    now += ms
  }
  pass(1_000)
  return { intake, taken, pass }
}

it('LG-04: takes so many messages a second, counts what it drops, and says how many before the next one', () => {
  const { intake, taken, pass } = bench()
  for (let n = 0; n < 10; n++) intake.receive({ level: 'info', data: n })
  pass(400)
  intake.receive({ level: 'info', data: 'later' })
  intake.receive({ level: 'info', data: 'too soon' })
  expect(taken.map(({ data, dropped }) => [data, dropped])).toEqual([
    [0, undefined],
    [1, undefined],
    [2, undefined],
    ['later', 7],
  ])
})

it('LG-04: takes the last message of a flood when there is room again, though nothing follows it', async () => {
  const last = Promise.withResolvers<LogMessage>()
  const intake = new LogReceiver({
    serverId: serverId('s'),
    clock: systemClock,
    limits: () => ({ ...defaultLimits, logEntriesPerSecond: 100 }),
    take: (message) => message.data === 'end' && last.resolve(message),
  })
  for (let n = 0; n < 150; n++) intake.receive({ level: 'info', data: n })
  intake.receive({ level: 'info', data: 'end' })
  expect((await last.promise).dropped).toBeGreaterThan(40)
})

it('LG-04: takes no message without a level of syslog or without data', () => {
  const { intake, taken, pass } = bench()
  for (const odd of [undefined, {}, { level: 'loud', data: 1 }, { level: 'info' }, { level: ['info'], data: 1 }]) {
    intake.receive(odd)
    pass(1_000)
  }
  intake.receive({ level: 'info', data: null, logger: 'l'.repeat(500) })
  expect(taken).toEqual([{ serverId: 's', level: 'info', data: null, logger: 'l'.repeat(200) }])
})

/** Waits until the server has accepted this many levels. Over HTTP a call may overtake a request that was only sent. */
async function levelsTaken({ traffic }: TestPool, times: number): Promise<void> {
  for (;;) {
    const all = (await traffic.ofServer(libraryId, { limit: 1_000 })).records.map(({ json, ...frame }) => ({
      ...frame,
      message: JSON.parse(json),
    }))
    const asked = all.filter(({ direction, message }) => direction === 'sent' && message.method === 'logging/setLevel')
    const taken = asked.filter(({ connectionId, message: { id } }) =>
      all.some((other) => other.direction === 'received' && other.connectionId === connectionId && other.message.id === id),
    )
    if (taken.length >= times) return
    await new Promise(setImmediate)
  }
}

describe.each(libraries)('a library of $era over $via', (library) => {
  it('LG-01, LG-02, SU-09: logs as much as it is asked to, also after a new start', async () => {
    await using opened = await libraryPool(library)
    const { pool } = opened.test
    const atFirst = pool.logLevel(libraryId)
    const heard: unknown[] = []
    pool.logMessages.subscribe(({ level, data }) => heard.push([level, data]))
    pool.setLogLevel(libraryId, 'warning')
    await opened.test.call('library', 'log', { level: 'info', message: 'too little' })
    await opened.test.call('library', 'log', { level: 'error', message: '{"code":7}', logger: 'desk' })
    await pool.stop(libraryId)
    await pool.start(libraryId)
    if (library.era === '2025') await levelsTaken(opened.test, 3)
    await opened.test.call('library', 'log', { level: 'info', message: 'too little' })
    const last = next(pool.logMessages)
    await opened.test.call('library', 'log', { level: 'warning', message: 'again' })
    await last
    expect({ atFirst, heard }).toEqual({
      atFirst: library.era === '2025' ? 'info' : 'off',
      heard: [
        ['error', { code: 7 }],
        ['warning', 'again'],
      ],
    })
  })
})

it('LG-01, LG-05: asks a 2026 server to log nothing where nobody chose a level', async () => {
  await using opened = await libraryPool({ era: '2026', via: 'stdio' })
  const { test } = opened
  let heard = 0
  test.pool.logMessages.subscribe(() => heard++)
  await test.call('library', 'log', { level: 'emergency', message: 'Fire' })
  const { records } = await test.traffic.ofServer(libraryId, { limit: 100 })
  expect([heard, records.filter(({ json }) => json.includes('logLevel')).length]).toEqual([0, 0])
})

it('LG-02: sets no level at a server that does not log', async () => {
  await using test = testPool([define('s', faulty('good'))])
  await test.pool.start(serverId('s'))
  test.pool.setLogLevel(serverId('s'), 'debug')
  await turn()
  const { records } = await test.traffic.ofServer(serverId('s'), { limit: 100 })
  expect(records.filter(({ json }) => json.includes('setLevel'))).toEqual([])
})

it('J17, LG-04: stands 100,000 messages in one go with little work and no stall, and counts what it drops', async () => {
  await using test = testPool([define('s', faulty('good'))])
  await test.pool.start(serverId('s'))
  let taken = 0
  let dropped = 0
  const last = next(test.pool.logMessages, (message) => {
    taken++
    dropped += message.dropped ?? 0
    return message.data === 'line 99999'
  })
  const stalls = monitorEventLoopDelay({ resolution: 5 })
  stalls.enable()
  const before = process.threadCpuUsage()
  await test.call('s', 'flood', { lines: 100_000 })
  const { user, system } = process.threadCpuUsage(before)
  stalls.disable()
  await last
  expect({
    // CPU time of this thread only, because the machine may be busy with other work. In microseconds and nanoseconds.
    littleWork: user + system < 2_000_000,
    noStall: stalls.max < 2e9,
    few: taken < 10_000,
    all: taken + dropped,
  }).toEqual({ littleWork: true, noStall: true, few: true, all: 100_000 })
})
