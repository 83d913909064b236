import type { ProfileId, ServerId } from '../../shared/domain/ids'
import type { ServerDefinition } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import type { Connection } from './connection'
import type { AccountSource } from './linkAuth'
import { OtherAccounts } from './otherAccounts'

export interface AccountConnectionsDeps {
  readonly clock: Clock
  /** @throws {AppError} NOT_FOUND */
  readonly definitionOf: (serverId: ServerId) => ServerDefinition
  readonly accounts: AccountSource
  /** The connections of servers under their default accounts. */
  readonly own: ReadonlyMap<ServerId, Connection>
  readonly openOther: (serverId: ServerId, profile: ProfileId) => Connection
  /** Nothing that was read of this server before counts any more. */
  readonly onRelaunched: (serverId: ServerId) => void
  /** Sees to it that work which nobody waits for ends with the pool. */
  readonly quietly: (serverId: ServerId, work: Promise<unknown>) => void
}

/** Knows which connection of a server is for which of its accounts: that of the default one is the server's own, and follows when another becomes it. */
export class AccountConnections implements Disposable {
  readonly #deps: AccountConnectionsDeps
  readonly #others: OtherAccounts
  readonly #unsubscribe: readonly (() => void)[]
  #closed = false

  constructor(deps: AccountConnectionsDeps) {
    this.#deps = deps
    this.#others = new OtherAccounts({ clock: deps.clock, open: deps.openOther })
    this.#unsubscribe = [
      // After all that changes with it, such as the name of a server.
      deps.accounts.changes.subscribe(() => queueMicrotask(() => this.#follow())),
      deps.accounts.signedIn.subscribe(({ serverId, profile }) => this.#signedIn(serverId, profile)),
    ]
  }

  /** Those under other accounts than the default ones. */
  get others(): OtherAccounts {
    return this.#others
  }

  /** The account that a server's own connection is for; undefined for a local server. */
  profileOf(serverId: ServerId): ProfileId | undefined {
    const { launch } = this.#deps.own.get(serverId)?.definition ?? this.#deps.definitionOf(serverId)
    return launch.kind === 'http' ? this.#deps.accounts.defaultProfile(serverId) : undefined
  }

  /** The connection under this account, where there is one now. */
  find(serverId: ServerId, profile: ProfileId | undefined): Connection | undefined {
    const own = this.#deps.own.get(serverId)
    const isOwn = profile === undefined || own?.definition.launch.kind !== 'http' || this.#isDefault(serverId, profile)
    return isOwn ? own : this.#others.find(serverId, profile)
  }

  /** An account is about to be used: its connection is opened, where it is not the server's own. @throws {AppError} NOT_FOUND */
  prepare(serverId: ServerId, profile: ProfileId): void {
    const { launch, enabled } = this.#deps.definitionOf(serverId)
    if (launch.kind !== 'http') return
    this.#deps.accounts.find(serverId, profile)
    if (enabled && !this.#isDefault(serverId, profile)) this.#others.touch(serverId, profile)
  }

  /** Runs something on the connection under an account that is perhaps not the default one. @throws {AppError} NOT_FOUND, CONFLICT */
  async use<T>(serverId: ServerId, profile: ProfileId, run: (connection: Connection) => Promise<T>): Promise<T> {
    const own = this.#ownFor(serverId, profile)
    return own ? run(own) : this.#others.use(serverId, profile, run)
  }

  /** The same, for what does not need the connection to be up yet. @throws {AppError} NOT_FOUND, CONFLICT */
  async hold<T>(serverId: ServerId, profile: ProfileId, run: (connection: Connection) => Promise<T>): Promise<T> {
    const own = this.#ownFor(serverId, profile)
    return own ? run(own) : this.#others.hold(serverId, profile, run)
  }

  /** The person signed this account out. */
  async signedOut(serverId: ServerId, profile: ProfileId): Promise<void> {
    this.#deps.onRelaunched(serverId)
    await this.find(serverId, profile)?.credentialsGone()
  }

  [Symbol.dispose](): void {
    this.#closed = true
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
  }

  /** The server's own connection, where it is for this account. @throws {AppError} NOT_FOUND, CONFLICT where there is none for the account at all. */
  #ownFor(serverId: ServerId, profile: ProfileId): Connection | undefined {
    const { launch, enabled } = this.#deps.definitionOf(serverId)
    const own = this.#deps.own.get(serverId)
    if (own && (launch.kind !== 'http' || this.#isDefault(serverId, profile))) return own
    this.#deps.accounts.find(serverId, profile)
    if (!enabled) throw new AppError('CONFLICT', `${serverId} is disabled`, { hint: 'Enable it first.' })
    return undefined
  }

  #isDefault(serverId: ServerId, profile: ProfileId): boolean {
    return this.profileOf(serverId) === profile
  }

  /** Where another account is the default one now, the server's own connection changes over to it; those of removed accounts end. */
  #follow(): void {
    if (this.#closed) return
    const { own, quietly, onRelaunched } = this.#deps
    for (const connection of own.values()) {
      const { serverId, profile } = connection
      if (profile === undefined || this.#isDefault(serverId, profile)) continue
      onRelaunched(serverId)
      quietly(serverId, this.#others.end(serverId, this.profileOf(serverId)))
      // How it fails is in its state.
      quietly(serverId, connection.changeAccount().catch(ignore))
    }
    for (const { serverId, profile } of this.#others.all()) {
      if (profile !== undefined && !this.#isThere(serverId, profile)) quietly(serverId, this.#others.end(serverId, profile))
    }
  }

  /** What was read with the credentials before may be somebody else's. */
  #signedIn(serverId: ServerId, profile: ProfileId): void {
    if (!this.#deps.own.has(serverId)) return
    this.#deps.onRelaunched(serverId)
    const connection = this.find(serverId, profile)
    // How a start fails is in its state.
    if (connection) this.#deps.quietly(serverId, connection.credentialsCame().catch(ignore))
  }

  #isThere(serverId: ServerId, profile: ProfileId): boolean {
    try {
      this.#deps.accounts.find(serverId, profile)
      return true
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return false
      throw thrown
    }
  }
}

function ignore(): void {
  // Told elsewhere.
}
