import { expect, it } from 'vitest'
import { AccountId } from '../../shared/domain/ids'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import { sampleServer } from '../../shared/testing/sampleServer'
import { Database } from '../storage/database'
import { ManualClock } from '../testing/manualClock'
import type { Discovered } from './knownDiscovery'
import { KnownDiscoveryCache, type DiscoveryKey } from './knownDiscoveryCache'

const MINUTE = 60_000
const asked = { sampling: true, extensions: ['io.modelcontextprotocol/tasks'], versions: ['2026-07-28'], clientVersion: '1.0.0' }
const [mine, theirs] = ['1', '2'].map((digit) => AccountId.parse(`00000000-0000-4000-8000-00000000000${digit}`))
const far = sampleServer('far', { launch: { kind: 'http', url: 'https://far.example/mcp', headers: {}, transport: 'auto' } })
const near = sampleServer('near', { launch: { kind: 'stdio', command: 'near', args: [], env: {} } })

function bench() {
  const database = new Database(':memory:')
  const clock = new ManualClock()
  const cache = new KnownDiscoveryCache(database, { now: () => clock.now(), limits: () => defaultLimits })
  const keep = (key: DiscoveryKey, scope: 'public' | 'private' = 'private', says = ''): void => {
    const found: Discovered = {
      discover: { supportedVersions: ['2026-07-28'], capabilities: {}, instructions: says, ttlMs: 60 * MINUTE, cacheScope: scope },
      discoveredAt: clock.now(),
      lists: { tools: { items: [{ name: 'a' }], ttlMs: 60 * MINUTE, isPublic: scope === 'public' } },
      listedAt: clock.now(),
    }
    cache.keep(key, found, 100)
  }
  const names = (): readonly unknown[] => database.all('SELECT name FROM fact ORDER BY name').map((row) => row['name'])
  return { database, clock, cache, keep, names, find: (key: DiscoveryKey) => cache.find(key)?.discover.instructions }
}

it('CA-05: keeps what is private for each account, and what is public in their place', () => {
  const { cache, keep, find } = bench()
  const [one, other] = [cache.key(far, mine, asked), cache.key(far, theirs, asked)]
  keep(one, 'private', 'for me')
  keep(other, 'private', 'for them')
  const apart = [find(one), find(other)]
  keep(one, 'public', 'for all')
  cache.invalidate({ launch: other.launch, accountId: theirs })
  const none = find(other)
  keep(one, 'public', 'for all')
  expect([apart, none, find(other), find(one)]).toEqual([['for me', 'for them'], undefined, 'for all', 'for all'])
})

it('shows nothing of a launch record, of a secret in it or of who asked in the name of a row', () => {
  const { cache, keep, names } = bench()
  keep(cache.key(sampleServer('s', { launch: { kind: 'stdio', command: 'run', args: ['--token=hunter2'], env: {} } }), undefined, asked))
  expect(names()).toEqual([expect.stringMatching(/^discovery: [0-9a-f]{64}$/)])
})

it('asks anew when Parley, what it declares or the versions that it may speak are others', () => {
  const { cache, keep, find } = bench()
  keep(cache.key(near, undefined, asked))
  const others = [
    { ...asked, clientVersion: '1.1.0' },
    { ...asked, sampling: false },
    { ...asked, extensions: [] },
    { ...asked, versions: ['2026-07-28', '2025-11-25'] },
  ].map((other) => {
    keep(cache.key(near, undefined, asked))
    return find(cache.key(near, undefined, other))
  })
  expect(others).toEqual([undefined, undefined, undefined, undefined])
})

it('keeps nothing more of a session that was opened before its launch record was forgotten', () => {
  const { cache, keep, find } = bench()
  const older = cache.key(far, mine, asked)
  cache.forget(far.launch, theirs)
  keep(older)
  const late = find(older)
  keep(cache.key(far, mine, asked))
  expect([late, find(cache.key(far, mine, asked))]).toEqual([undefined, ''])
})

it('forgets the rows of launch records and accounts that are gone, and no others', () => {
  const { cache, keep, find } = bench()
  const [one, other, local] = [cache.key(far, mine, asked), cache.key(far, theirs, asked), cache.key(near, undefined, asked)]
  const left = (): readonly boolean[] => [one, other, local].map((key) => find(key) !== undefined)
  const all = (): void => [one, other, local].forEach((key) => keep(key))
  all()
  if (mine) cache.keepAccounts([{ accountId: mine }])
  const accounts = left()
  cache.keepOnly([near.launch])
  expect([accounts, left()]).toEqual([
    [true, false, true],
    [false, false, true],
  ])
})

it('writes a server whose lists change all the time ten times a minute at most, and keeps nothing of it meanwhile', () => {
  const { cache, keep, find, clock } = bench()
  const key = cache.key(near, undefined, asked)
  for (let times = 0; times < 11; times++) keep(key)
  const tooOften = find(key)
  clock.sleepThrough(MINUTE)
  keep(key)
  expect([tooOften, find(key)]).toEqual([undefined, ''])
})

it.each(['{', '{"lists":[]}', `{"asked":"${'x'.repeat(defaultLimits.knownDiscoveryBytes)}"}`])('drops a row that it cannot use', (row) => {
  const { cache, keep, find, names, database } = bench()
  const key = cache.key(near, undefined, asked)
  keep(key)
  database.run('UPDATE fact SET value = ?', row)
  expect([find(key), names()]).toEqual([undefined, []])
})

it('goes on when the disk is full: the next connection asks', () => {
  const { cache, keep, find, database } = bench()
  database.run("CREATE TRIGGER full BEFORE INSERT ON fact BEGIN SELECT RAISE(ABORT, 'disk full'); END")
  const key = cache.key(near, undefined, asked)
  keep(key)
  expect(find(key)).toBe(undefined)
})
