import { expect, it } from 'vitest'
import { AccountId } from '../../shared/domain/ids'
import { knownDiscovery, mayUse, type Discovered, type DiscoverySubject, type KnownDiscovery } from './knownDiscovery'

const [mine, theirs] = ['1', '2'].map((digit) => AccountId.parse(`00000000-0000-4000-8000-00000000000${digit}`))
const at = 1_790_000_000_000
const MINUTE = 60_000

interface Hints {
  readonly ttlMs?: number
  readonly cacheScope?: 'public' | 'private'
}

function found(hints: Hints = {}, list: Partial<{ ttlMs: number; isPublic: boolean }> = {}): Discovered {
  return {
    discover: { supportedVersions: ['2026-07-28'], capabilities: {}, ttlMs: 60 * MINUTE, cacheScope: 'public', ...hints },
    discoveredAt: at,
    lists: {
      tools: { items: [], ttlMs: 10 * MINUTE, isPublic: true, ...list },
      prompts: { items: [], ttlMs: 60 * MINUTE, isPublic: true },
    },
    listedAt: at + 1_000,
  }
}

const subject = (accountId: AccountId | undefined = mine, asked = 'asked'): DiscoverySubject => ({ asked, accountId })

function kept(from: Discovered): KnownDiscovery {
  const known = knownDiscovery(subject(), from)
  if (!known) throw new Error('Nothing was kept')
  return known
}

it.each([
  ['a server that gives no time', found({ ttlMs: 0 })],
  ['a time below zero', found({ ttlMs: -5 })],
  ['one list that is stale at once', found({}, { ttlMs: 0 })],
])('CA-03: keeps nothing of %s', (_what, from) => {
  expect(knownDiscovery(subject(), from)).toBe(undefined)
})

it.each([
  { what: 'at once', known: found(), now: at + 1_000, by: subject(), may: true },
  { what: 'until the shortest time is over', known: found(), now: at + 1_000 + 10 * MINUTE - 1, by: subject(), may: true },
  { what: 'when the shortest time is over', known: found(), now: at + 1_000 + 10 * MINUTE, by: subject(), may: false },
  { what: 'when the time of the greeting is over', known: found({ ttlMs: MINUTE }), now: at + MINUTE, by: subject(), may: false },
  {
    what: 'after a day, whatever the server says',
    known: found({ ttlMs: 1e12 }, { ttlMs: 1e9 }),
    now: at + 1440 * MINUTE,
    by: subject(),
    may: false,
  },
  { what: 'when the clock was set back', known: found(), now: at - 1, by: subject(), may: false },
  { what: 'when Parley asks otherwise', known: found(), now: at + MINUTE, by: subject(mine, 'another'), may: false },
  { what: 'public, for another account', known: found(), now: at + MINUTE, by: subject(theirs), may: true },
  { what: 'private, for the same account', known: found({ cacheScope: 'private' }), now: at + MINUTE, by: subject(), may: true },
  { what: 'private, for another account', known: found({ cacheScope: 'private' }), now: at + MINUTE, by: subject(theirs), may: false },
  {
    what: 'one private list, for another account',
    known: found({}, { isPublic: false }),
    now: at + MINUTE,
    by: subject(theirs),
    may: false,
  },
])('CA-03, CA-05: a connection begins with what is known: $what: $may', ({ known, now, by, may }) => {
  expect(mayUse(kept(known), now, by)).toBe(may)
})
