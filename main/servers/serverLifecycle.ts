import type { ServerId } from '../../shared/domain/ids'
import type { Launch, ServerDefinition } from '../../shared/domain/server'
import type { Database } from '../storage/database'
import type { LaunchRecords } from './launchRecords'
import type { ServerRegistry } from './serverRegistry'

/** An owner that keeps something under the names of servers. What it leaves out does not concern it. */
export interface ServerDataOwner {
  /** Rewrites what it has on disk, inside the one transaction of the rename. What it throws undoes the rename for all. */
  renameServer?(from: ServerId, to: ServerId): void
  /** The rename is on disk: for what is kept elsewhere. */
  serverRenamed?(from: ServerId, to: ServerId): void
  /** The user removed a server. They may undo that until the next start. */
  serverRemoved?(server: ServerDefinition): void
  /** Another program answers to this name from now on: what is kept of the one before does not hold for it. */
  forgetServer?(serverId: ServerId): void
  /** At a start: servers that are not named here, and ways to start them, are gone for good. */
  keepOnly?(servers: ReadonlySet<ServerId>, launches: readonly Launch[]): void
}

type ServerEvents = Pick<ServerRegistry, 'list' | 'problem' | 'renamed' | 'removed'>

/** The owner of what has to follow when a server is renamed, removed or replaced: every owner that keeps something of servers is told here. */
export class ServerLifecycle {
  readonly #registry: ServerEvents
  readonly #database: Pick<Database, 'transaction'>
  readonly #owners: readonly ServerDataOwner[]

  constructor(deps: {
    readonly registry: ServerEvents
    readonly records: Pick<LaunchRecords, 'replaced'>
    readonly database: Pick<Database, 'transaction'>
    readonly owners: readonly ServerDataOwner[]
  }) {
    this.#registry = deps.registry
    this.#database = deps.database
    this.#owners = deps.owners
    deps.registry.renamed.subscribe(({ from, to }) => this.#rename(from, to))
    deps.registry.removed.subscribe((server) => this.#tell((owner) => owner.serverRemoved?.(server)))
    deps.records.replaced.subscribe((serverId) => this.#tell((owner) => owner.forgetServer?.(serverId)))
  }

  /** Forgets what is kept of servers that were removed. Called once, at a start: until then the removal can be undone. */
  forgetRemoved(): void {
    // A file that cannot be read says nothing about which servers there are.
    if (this.#registry.problem()) return
    const { servers, broken } = this.#registry.list()
    const known = new Set([...servers, ...broken].map(({ id }) => id))
    const launches = servers.map(({ launch }) => launch)
    this.#tell((owner) => owner.keepOnly?.(known, launches))
  }

  #rename(from: ServerId, to: ServerId): void {
    this.#database.transaction(() => this.#tell((owner) => owner.renameServer?.(from, to)))
    this.#tell((owner) => owner.serverRenamed?.(from, to))
  }

  #tell(what: (owner: ServerDataOwner) => void): void {
    for (const owner of this.#owners) what(owner)
  }
}
