import type { AccountId, ServerId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import type { Connection } from './connection'

/** An unused connection ends after this time. */
const IDLE_MS = 15 * 60_000

interface Entry {
  readonly connection: Connection
  uses: number
  /** Stops the idle timer that ends an unused connection. */
  idle: AbortController | undefined
}

export interface SecondaryAccountConnectionsDeps {
  readonly clock: Clock
  readonly open: (serverId: ServerId, accountId: AccountId) => Connection
}

/**
 * The connections to servers under accounts that are not the default ones. Each opens at its first use. It ends some time after its last
 * use, or with its server. Each has its own session, lists and calls, so that accounts never see each other's data.
 */
export class SecondaryAccountConnections {
  readonly #deps: SecondaryAccountConnectionsDeps
  readonly #entries = new Map<ServerId, Map<AccountId, Entry>>()

  constructor(deps: SecondaryAccountConnectionsDeps) {
    this.#deps = deps
  }

  /** Returns the connection under this account, if there is one. */
  find(serverId: ServerId, accountId: AccountId): Connection | undefined {
    return this.#entries.get(serverId)?.get(accountId)?.connection
  }

  all(): readonly Connection[] {
    return [...this.#entries.values()].flatMap((entries) => [...entries.values()].map(({ connection }) => connection))
  }

  /** Starts the connection if it is stopped, and restarts its idle timer. Its state shows a failed start. */
  touch(serverId: ServerId, accountId: AccountId): Connection {
    const entry = this.#entry(serverId, accountId)
    this.#used(entry)
    if (entry.uses === 0) this.#waitForEnd(serverId, accountId, entry)
    const { phase } = entry.connection.state
    if (phase === 'stopped') entry.connection.start({ byPerson: false }).catch(ignore)
    return entry.connection
  }

  /** Starts the connection and runs something on it. @throws {AppError} when it does not become ready. */
  use<T>(serverId: ServerId, accountId: AccountId, run: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#using(serverId, accountId, async (connection) => {
      await connection.start({ byPerson: true })
      return run(connection)
    })
  }

  /** Keeps the connection while something runs that does not need it to be up yet. Its state shows a failed start. */
  hold<T>(serverId: ServerId, accountId: AccountId, run: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#using(serverId, accountId, (connection) => {
      connection.start({ byPerson: false }).catch(ignore)
      return run(connection)
    })
  }

  async #using<T>(serverId: ServerId, accountId: AccountId, run: (connection: Connection) => Promise<T>): Promise<T> {
    const entry = this.#entry(serverId, accountId)
    this.#used(entry)
    entry.uses++
    try {
      return await run(entry.connection)
    } finally {
      if (--entry.uses === 0) this.#waitForEnd(serverId, accountId, entry)
    }
  }

  /** Applies a changed definition of the server. */
  async update(definition: ServerConfig): Promise<void> {
    await Promise.all(this.#of(definition.id).map(({ connection }) => connection.update(definition)))
  }

  /** Ends the connections of a server, or only the one under this account. */
  async end(serverId: ServerId, accountId?: AccountId): Promise<void> {
    const entries = this.#entries.get(serverId)
    const ending = [...(entries ?? [])].filter(([known]) => accountId === undefined || known === accountId)
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

  #entry(serverId: ServerId, accountId: AccountId): Entry {
    const ofServer = this.#entries.get(serverId) ?? new Map<AccountId, Entry>()
    this.#entries.set(serverId, ofServer)
    const entry = ofServer.get(accountId) ?? { connection: this.#deps.open(serverId, accountId), uses: 0, idle: undefined }
    ofServer.set(accountId, entry)
    return entry
  }

  #used(entry: Entry): void {
    entry.idle?.abort()
    entry.idle = undefined
  }

  #waitForEnd(serverId: ServerId, accountId: AccountId, entry: Entry): void {
    // This connection ended while it was in use. Do not end the one that replaced it.
    if (this.#entries.get(serverId)?.get(accountId) !== entry) return
    const idle = new AbortController()
    entry.idle = idle
    this.#deps.clock
      .sleep(IDLE_MS, idle.signal)
      .then(
        () =>
          this.end(serverId, accountId).catch((thrown: unknown) =>
            log('warn', 'A connection did not end', { server: serverId, error: thrown }),
          ),
        ignore,
      )
  }
}

function ignore(): void {
  // It was used again, or is told by its state.
}
