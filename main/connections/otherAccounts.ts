import type { ProfileId, ServerId } from '../../shared/domain/ids'
import type { ServerDefinition } from '../../shared/domain/server'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import type { Connection } from './connection'

/** A connection that nobody has used for so long ends. */
const IDLE_MS = 15 * 60_000

interface Entry {
  readonly connection: Connection
  uses: number
  /** Ends the wait for the end of a connection that is not used. */
  idle: AbortController | undefined
}

export interface OtherAccountsDeps {
  readonly clock: Clock
  readonly open: (serverId: ServerId, profile: ProfileId) => Connection
}

/**
 * The connections to servers under other accounts than their default one: opened when one is first used, ended some time after its last use,
 * or with its server. Each has its own link, lists and calls, so that nothing of one account is seen by another.
 */
export class OtherAccounts {
  readonly #deps: OtherAccountsDeps
  readonly #entries = new Map<ServerId, Map<ProfileId, Entry>>()

  constructor(deps: OtherAccountsDeps) {
    this.#deps = deps
  }

  /** The connection under this account, where there is one. */
  find(serverId: ServerId, profile: ProfileId): Connection | undefined {
    return this.#entries.get(serverId)?.get(profile)?.connection
  }

  all(): readonly Connection[] {
    return [...this.#entries.values()].flatMap((entries) => [...entries.values()].map(({ connection }) => connection))
  }

  /** Begins to use it, where it is not used yet by starting it: how that ends is in its state. */
  touch(serverId: ServerId, profile: ProfileId): Connection {
    const entry = this.#entry(serverId, profile)
    this.#used(entry)
    if (entry.uses === 0) this.#waitForEnd(serverId, profile, entry)
    const { phase } = entry.connection.state
    if (phase === 'stopped') entry.connection.start({ byPerson: false }).catch(ignore)
    return entry.connection
  }

  /** Runs something on the connection, which is started for it. @throws {AppError} when it does not become ready. */
  use<T>(serverId: ServerId, profile: ProfileId, run: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#using(serverId, profile, async (connection) => {
      await connection.start({ byPerson: true })
      return run(connection)
    })
  }

  /** Keeps the connection for as long as something runs that does not need it to be up yet. How it starts is in its state. */
  hold<T>(serverId: ServerId, profile: ProfileId, run: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#using(serverId, profile, (connection) => {
      connection.start({ byPerson: false }).catch(ignore)
      return run(connection)
    })
  }

  async #using<T>(serverId: ServerId, profile: ProfileId, run: (connection: Connection) => Promise<T>): Promise<T> {
    const entry = this.#entry(serverId, profile)
    this.#used(entry)
    entry.uses++
    try {
      return await run(entry.connection)
    } finally {
      if (--entry.uses === 0) this.#waitForEnd(serverId, profile, entry)
    }
  }

  /** The server's entry has changed. */
  async update(definition: ServerDefinition): Promise<void> {
    await Promise.all(this.#of(definition.id).map(({ connection }) => connection.update(definition)))
  }

  /** Ends those of a server, or the one under this account. */
  async end(serverId: ServerId, profile?: ProfileId): Promise<void> {
    const entries = this.#entries.get(serverId)
    const ending = [...(entries ?? [])].filter(([known]) => profile === undefined || known === profile)
    for (const [known, { idle }] of ending) {
      idle?.abort()
      entries?.delete(known)
    }
    await Promise.all(ending.map(([, { connection }]) => connection.end()))
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#entries.keys()].map((serverId) => this.end(serverId)))
  }

  #of(serverId: ServerId): readonly Entry[] {
    return [...(this.#entries.get(serverId)?.values() ?? [])]
  }

  #entry(serverId: ServerId, profile: ProfileId): Entry {
    const ofServer = this.#entries.get(serverId) ?? new Map<ProfileId, Entry>()
    this.#entries.set(serverId, ofServer)
    const entry = ofServer.get(profile) ?? { connection: this.#deps.open(serverId, profile), uses: 0, idle: undefined }
    ofServer.set(profile, entry)
    return entry
  }

  #used(entry: Entry): void {
    entry.idle?.abort()
    entry.idle = undefined
  }

  #waitForEnd(serverId: ServerId, profile: ProfileId, entry: Entry): void {
    // It was ended while it was used: what stands in its place is not for this one to end.
    if (this.#entries.get(serverId)?.get(profile) !== entry) return
    const idle = new AbortController()
    entry.idle = idle
    this.#deps.clock
      .sleep(IDLE_MS, idle.signal)
      .then(
        () =>
          this.end(serverId, profile).catch((thrown: unknown) =>
            log('warn', 'A connection did not end', { server: serverId, error: thrown }),
          ),
        ignore,
      )
  }
}

function ignore(): void {
  // It was used again, or is told by its state.
}
