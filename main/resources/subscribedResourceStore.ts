import { ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { SubscribedResource } from '../../shared/domain/resourceContents'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { isSubresource } from '../lib/isSubresource'
import type { Row } from '../storage/database'

/** The part of the database that followed resources use. */
export interface SubscriptionDatabase {
  run(sql: string, ...params: string[]): void
  all(sql: string, ...params: string[]): readonly Row[]
}

/** The part of the connection pool that follows resources. */
export interface SubscriptionSource {
  follow(serverId: ServerId, uris: readonly string[]): void
  followed(serverId: ServerId): ReadonlyMap<string, SubscribedResource['state']>
  readonly resourceUpdates: Emitter<{ readonly serverId: ServerId; readonly uri: string }>
  readonly followChanges: Emitter<ServerId>
}

export interface SubscribedResourceStoreDeps {
  readonly database: SubscriptionDatabase
  readonly source: SubscriptionSource
  readonly clock: Clock
  readonly limits: () => Limits
}

interface Followed {
  readonly serverId: ServerId
  readonly uri: string
  updates: number
  updatedAt?: number
}

/**
 * The owner of the resources that a person follows. They are stored on disk and subscribed again over every new connection, until the
 * person stops following.
 */
export class SubscribedResourceStore implements Disposable {
  readonly changes = new Emitter<readonly SubscribedResource[]>()
  readonly #deps: SubscribedResourceStoreDeps
  readonly #followed = new Map<string, Followed>()
  readonly #stops: readonly (() => void)[]
  #telling: NodeJS.Immediate | undefined

  constructor(deps: SubscribedResourceStoreDeps) {
    this.#deps = deps
    for (const { server, uri } of deps.database.all('SELECT server, uri FROM followed')) this.#remember(ServerId.parse(server), String(uri))
    this.#stops = [
      deps.source.resourceUpdates.subscribe(({ serverId, uri }) => this.#updated(serverId, uri)),
      deps.source.followChanges.subscribe(() => this.#tell()),
    ]
    for (const serverId of this.#servers()) this.#hand(serverId)
  }

  /** Returns the followed resources per server, in the order in which they were followed. */
  all(): readonly SubscribedResource[] {
    return this.#servers().flatMap((serverId) => {
      const states = this.#deps.source.followed(serverId)
      return this.#of(serverId).map((one) => ({ ...one, state: states.get(one.uri) ?? 'waiting' }))
    })
  }

  /**
   * Follows a resource, or stops following it.
   * @throws {AppError} CONFLICT when too many are followed.
   */
  follow(serverId: ServerId, uri: string, follow: boolean): void {
    const { database, limits } = this.#deps
    if (follow === this.#followed.has(keyOf(serverId, uri))) return
    if (follow) {
      const most = limits().resourcesFollowedPerServer
      if (this.#of(serverId).length >= most) {
        throw new AppError('CONFLICT', { reason: 'resources.followedEnough', params: { most, serverId } })
      }
      database.run('INSERT INTO followed (server, uri) VALUES (?, ?)', serverId, uri)
      this.#remember(serverId, uri)
    } else {
      database.run('DELETE FROM followed WHERE server = ? AND uri = ?', serverId, uri)
      this.#followed.delete(keyOf(serverId, uri))
    }
    this.#hand(serverId)
    this.#tell()
  }

  /** Moves the followed resources to the new name of a server. */
  renameServer(from: ServerId, to: ServerId): void {
    this.#deps.database.run('UPDATE OR REPLACE followed SET server = ? WHERE server = ?', to, from)
    for (const one of this.#of(from)) {
      this.#followed.delete(keyOf(from, one.uri))
      this.#followed.set(keyOf(to, one.uri), { ...one, serverId: to })
    }
    this.#hand(from)
    this.#hand(to)
    this.#tell()
  }

  /** Another server takes over the name: stops following everything under it. */
  forgetServer(serverId: ServerId): void {
    this.#deps.database.run('DELETE FROM followed WHERE server = ?', serverId)
    for (const { uri } of this.#of(serverId)) this.#followed.delete(keyOf(serverId, uri))
    this.#hand(serverId)
    this.#tell()
  }

  /** Stops following resources of servers that are gone for good. */
  keepOnly(servers: ReadonlySet<ServerId>): void {
    for (const serverId of this.#servers()) if (!servers.has(serverId)) this.forgetServer(serverId)
  }

  [Symbol.dispose](): void {
    for (const stop of this.#stops) stop()
    clearImmediate(this.#telling)
  }

  #updated(serverId: ServerId, uri: string): void {
    for (const one of this.#of(serverId)) {
      if (!isSubresource(uri, one.uri)) continue
      one.updates++
      one.updatedAt = this.#deps.clock.now()
      this.#tell()
    }
  }

  /** Combines several changes into one publication, because a server may report many at once. */
  #tell(): void {
    this.#telling ??= setImmediate(() => {
      this.#telling = undefined
      this.changes.emit(this.all())
    })
  }

  #hand(serverId: ServerId): void {
    this.#deps.source.follow(
      serverId,
      this.#of(serverId).map(({ uri }) => uri),
    )
  }

  #remember(serverId: ServerId, uri: string): void {
    this.#followed.set(keyOf(serverId, uri), { serverId, uri, updates: 0 })
  }

  #of(serverId: ServerId): readonly Followed[] {
    return [...this.#followed.values()].filter((one) => one.serverId === serverId)
  }

  #servers(): readonly ServerId[] {
    return [...new Set([...this.#followed.values()].map(({ serverId }) => serverId))]
  }
}

function keyOf(serverId: ServerId, uri: string): string {
  return JSON.stringify([serverId, uri])
}
