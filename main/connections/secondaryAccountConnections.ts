import type { AccountId, ServerId } from '../../shared/domain/ids'
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

export interface SecondaryAccountConnectionsDeps {
  readonly clock: Clock
  readonly open: (serverId: ServerId, accountId: AccountId) => Connection
}

/**
 * The connections to servers under other accounts than their default one: opened when one is first used, ended some time after its last use,
 * or with its server. Each has its own link, lists and calls, so that nothing of one account is seen by another.
 */
export class SecondaryAccountConnections {
  readonly #deps: SecondaryAccountConnectionsDeps
  readonly #entries = new Map<ServerId, Map<AccountId, Entry>>()

  constructor(deps: SecondaryAccountConnectionsDeps) {
    this.#deps = deps
  }

  /** The connection under this account, where there is one. */
  find(serverId: ServerId, accountId: AccountId): Connection | undefined {
    return this.#entries.get(serverId)?.get(accountId)?.connection
  }

  all(): readonly Connection[] {
    return [...this.#entries.values()].flatMap((entries) => [...entries.values()].map(({ connection }) => connection))
  }

  /** Begins to use it, where it is not used yet by starting it: how that ends is in its state. */
  touch(serverId: ServerId, accountId: AccountId): Connection {
    const entry = this.#entry(serverId, accountId)
    this.#used(entry)
    if (entry.uses === 0) this.#waitForEnd(serverId, accountId, entry)
    const { phase } = entry.connection.state
    if (phase === 'stopped') entry.connection.start({ byPerson: false }).catch(ignore)
    return entry.connection
  }

  /** Runs something on the connection, which is started for it. @throws {AppError} when it does not become ready. */
  use<T>(serverId: ServerId, accountId: AccountId, run: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#using(serverId, accountId, async (connection) => {
      await connection.start({ byPerson: true })
      return run(connection)
    })
  }

  /** Keeps the connection for as long as something runs that does not need it to be up yet. How it starts is in its state. */
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

  /** The server's entry has changed. */
  async update(definition: ServerDefinition): Promise<void> {
    await Promise.all(this.#of(definition.id).map(({ connection }) => connection.update(definition)))
  }

  /** Ends those of a server, or the one under this account. */
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
    // It was ended while it was used: what stands in its place is not for this one to end.
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
