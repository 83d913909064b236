import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import type { SubscribedResource } from '../../shared/domain/resourceContents'
import { systemClock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { Database } from '../storage/database'
import { SubscribedResourceStore, type SubscriptionSource } from './subscribedResourceStore'

const [a, b] = [ServerId.parse('a'), ServerId.parse('b')]

class FakeSource implements SubscriptionSource {
  readonly resourceUpdates = new Emitter<{ readonly serverId: ServerId; readonly uri: string }>()
  readonly followChanges = new Emitter<ServerId>()
  readonly wanted = new Map<ServerId, readonly string[]>()

  follow(serverId: ServerId, uris: readonly string[]): void {
    this.wanted.set(serverId, uris)
  }

  followed(serverId: ServerId): ReadonlyMap<string, SubscribedResource['state']> {
    return new Map(this.wanted.get(serverId)?.map((uri) => [uri, 'following']))
  }
}

function bench(database = new Database(':memory:'), limit = 200) {
  const source = new FakeSource()
  const clock = { ...systemClock, now: () => 7 }
  const limits = () => ({ ...defaultLimits, resourcesFollowedPerServer: limit })
  const followed = new SubscribedResourceStore({ database, source, clock, limits })
  return { database, source, followed }
}

it('RS-09: asks again after a restart for everything that is followed, until it is switched off', () => {
  const { database, followed } = bench()
  followed.follow(a, 'x:1', true)
  followed.follow(a, 'x:2', true)
  followed.follow(b, 'x:1', true)
  followed.follow(a, 'x:2', false)
  const { source } = bench(database)
  expect(Object.fromEntries(source.wanted)).toEqual({ a: ['x:1'], b: ['x:1'] })
})

it('counts the changes of each followed resource, and those of its parts, and tells of many at once', async () => {
  const { source, followed } = bench()
  followed.follow(a, 'x:books', true)
  followed.follow(a, 'x:films', true)
  const told = new Promise<readonly SubscribedResource[]>((resolve) => followed.changes.subscribe(resolve))
  source.resourceUpdates.emit({ serverId: a, uri: 'x:books/1' })
  source.resourceUpdates.emit({ serverId: a, uri: 'x:books' })
  source.resourceUpdates.emit({ serverId: b, uri: 'x:films' })
  expect(await told).toEqual([
    { serverId: 'a', uri: 'x:books', state: 'following', updates: 2, updatedAt: 7 },
    { serverId: 'a', uri: 'x:films', state: 'following', updates: 0 },
  ])
})

it('keeps what is followed under the new name of a server, and nothing of one that is gone', () => {
  const { database, source, followed } = bench()
  followed.follow(a, 'x:1', true)
  followed.renameServer(a, b)
  const renamed = Object.fromEntries(source.wanted)
  followed.keepOnly(new Set([a]))
  expect({ renamed, left: followed.all(), rows: database.all('SELECT * FROM followed') }).toEqual({
    renamed: { a: [], b: ['x:1'] },
    left: [],
    rows: [],
  })
})

it('refuses to follow more of one server than the limit, and says so', () => {
  const { followed } = bench(new Database(':memory:'), 1)
  followed.follow(a, 'x:1', true)
  expect(() => followed.follow(a, 'x:2', true)).toThrow(
    expect.objectContaining({ reason: 'resources.followedEnough', params: { most: 1, serverId: a } }),
  )
  expect(followed.all().map(({ uri }) => uri)).toEqual(['x:1'])
})
