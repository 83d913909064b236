import type { ServerId } from '../../shared/domain/ids'
import type { Launch, ServerConfig } from '../../shared/domain/server'
import type { Database } from '../storage/database'
import type { LaunchRecords } from './launchRecords'
import type { ServerRegistry } from './serverRegistry'

/** An owner that stores data under the names of servers. It implements only the events that concern it. */
export interface ServerDataOwner {
  /** Renames the server in the data on disk, inside the one transaction of the rename. An error here undoes the rename for all owners. */
  renameServer?(from: ServerId, to: ServerId): void
  /** Called when the rename is on disk, for data that is kept elsewhere. */
  serverRenamed?(from: ServerId, to: ServerId): void
  /** Called when the user has removed a server. The user can undo that until the next start. */
  serverRemoved?(server: ServerConfig): void
  /** Called when another program takes over this name. Data about the previous program does not apply to it. */
  forgetServer?(serverId: ServerId): void
  /** Called at a start. All servers and launches that are not listed here are gone for good. */
  keepOnly?(servers: ReadonlySet<ServerId>, launches: readonly Launch[]): void
}

type ServerEvents = Pick<ServerRegistry, 'list' | 'isComplete' | 'renamed' | 'removed'>

/** Tells every owner of server data when a server is renamed, removed or replaced. */
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

  /** Deletes the data of removed servers. Called once at a start, because until then the removal can be undone. */
  forgetRemoved(): void {
    if (!this.#registry.isComplete()) return
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
