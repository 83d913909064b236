import type { AccountId, ServerId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import type { Connection } from './connection'
import type { AccountSource } from '../transport/sessionAuth'
import { SecondaryAccountConnections } from './secondaryAccountConnections'

export interface AccountConnectionsDeps {
  readonly clock: Clock
  /** @throws {AppError} NOT_FOUND */
  readonly definitionOf: (serverId: ServerId) => ServerConfig
  readonly accounts: AccountSource
  /** The connections of servers under their default accounts. */
  readonly own: ReadonlyMap<ServerId, Connection>
  readonly openOther: (serverId: ServerId, accountId: AccountId) => Connection
  /** Says that nothing read from this server before is valid any more. */
  readonly onRelaunched: (serverId: ServerId) => void
  /** Says that the credentials of an account changed, so that its next session is another's. */
  readonly onCredentials: (serverId: ServerId, accountId: AccountId) => void
  /** Tracks work that no caller awaits, so that the pool waits for it when it closes. */
  readonly quietly: (serverId: ServerId, work: Promise<unknown>) => void
}

/**
 * Knows which connection of a server belongs to which account. The default account uses the server's own connection. When another account
 * becomes the default, the server's own connection changes over to it.
 */
export class AccountConnections implements Disposable {
  readonly #deps: AccountConnectionsDeps
  readonly #others: SecondaryAccountConnections
  readonly #unsubscribe: readonly (() => void)[]
  #closed = false

  constructor(deps: AccountConnectionsDeps) {
    this.#deps = deps
    this.#others = new SecondaryAccountConnections({ clock: deps.clock, open: deps.openOther })
    this.#unsubscribe = [
      // Runs after other changes that come with it, such as a new name for the server.
      deps.accounts.changes.subscribe(() => queueMicrotask(() => this.#follow())),
      deps.accounts.signedIn.subscribe(({ serverId, accountId }) => this.#signedIn(serverId, accountId)),
    ]
  }

  /** The connections under accounts that are not the default ones. */
  get others(): SecondaryAccountConnections {
    return this.#others
  }

  /** Returns the account of a server's own connection, or undefined for a local server. */
  accountIdOf(serverId: ServerId): AccountId | undefined {
    const { launch } = this.#deps.own.get(serverId)?.definition ?? this.#deps.definitionOf(serverId)
    return launch.kind === 'http' ? this.#deps.accounts.defaultAccount(serverId) : undefined
  }

  /** Returns the connection under this account, if there is one now. */
  find(serverId: ServerId, accountId: AccountId | undefined): Connection | undefined {
    const own = this.#deps.own.get(serverId)
    const isOwn = accountId === undefined || own?.definition.launch.kind !== 'http' || this.#isDefault(serverId, accountId)
    return isOwn ? own : this.#others.find(serverId, accountId)
  }

  /** Call this when an account is about to be used. Opens its connection if that is not the server's own. @throws {AppError} NOT_FOUND */
  prepare(serverId: ServerId, accountId: AccountId): void {
    const { launch, enabled } = this.#deps.definitionOf(serverId)
    if (launch.kind !== 'http') return
    this.#deps.accounts.find(serverId, accountId)
    if (enabled && !this.#isDefault(serverId, accountId)) this.#others.touch(serverId, accountId)
  }

  /** Runs something on the connection under an account, which may be the default one. @throws {AppError} NOT_FOUND, CONFLICT */
  async use<T>(serverId: ServerId, accountId: AccountId, run: (connection: Connection) => Promise<T>): Promise<T> {
    const own = this.#ownFor(serverId, accountId)
    return own ? run(own) : this.#others.use(serverId, accountId, run)
  }

  /** Runs something on the connection under an account, even before the connection is up. @throws {AppError} NOT_FOUND, CONFLICT */
  async hold<T>(serverId: ServerId, accountId: AccountId, run: (connection: Connection) => Promise<T>): Promise<T> {
    const own = this.#ownFor(serverId, accountId)
    return own ? run(own) : this.#others.hold(serverId, accountId, run)
  }

  /** Call this when the person signed this account out. */
  async signedOut(serverId: ServerId, accountId: AccountId): Promise<void> {
    this.#deps.onCredentials(serverId, accountId)
    this.#deps.onRelaunched(serverId)
    await this.find(serverId, accountId)?.signIn.credentialsGone()
  }

  [Symbol.dispose](): void {
    this.#closed = true
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
  }

  /**
   * Returns the server's own connection if it is for this account.
   * @throws {AppError} NOT_FOUND, or CONFLICT when the server is disabled
   */
  #ownFor(serverId: ServerId, accountId: AccountId): Connection | undefined {
    const { launch, enabled } = this.#deps.definitionOf(serverId)
    const own = this.#deps.own.get(serverId)
    if (own && (launch.kind !== 'http' || this.#isDefault(serverId, accountId))) return own
    this.#deps.accounts.find(serverId, accountId)
    if (!enabled) throw new AppError('CONFLICT', { reason: 'connections.notEnabled', params: { server: serverId } })
    return undefined
  }

  #isDefault(serverId: ServerId, accountId: AccountId): boolean {
    return this.accountIdOf(serverId) === accountId
  }

  /** Moves a server's own connection to the new default account. Ends the connections of removed accounts. */
  #follow(): void {
    if (this.#closed) return
    const { own, quietly, onRelaunched } = this.#deps
    for (const connection of own.values()) {
      const { serverId, signIn } = connection
      const { accountId } = signIn
      if (accountId === undefined || this.#isDefault(serverId, accountId)) continue
      onRelaunched(serverId)
      quietly(serverId, this.#others.end(serverId, this.accountIdOf(serverId)))
      // The state of the connection shows a failure.
      quietly(serverId, signIn.change().catch(ignore))
    }
    for (const { serverId, signIn } of this.#others.all()) {
      const { accountId } = signIn
      if (accountId !== undefined && !this.#isThere(serverId, accountId)) quietly(serverId, this.#others.end(serverId, accountId))
    }
  }

  /** Reads the server again: what it offered under the earlier credentials may belong to another person. */
  #signedIn(serverId: ServerId, accountId: AccountId): void {
    if (!this.#deps.own.has(serverId)) return
    this.#deps.onCredentials(serverId, accountId)
    this.#deps.onRelaunched(serverId)
    const connection = this.find(serverId, accountId)
    // The state of the connection shows a failure to start.
    if (connection) this.#deps.quietly(serverId, connection.signIn.credentialsCame().catch(ignore))
  }

  #isThere(serverId: ServerId, accountId: AccountId): boolean {
    try {
      this.#deps.accounts.find(serverId, accountId)
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
