import type { AccountId, ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { waitsForCredentials, type ConnectionFailurePolicy } from './connectionFailurePolicy'
import { endingOf } from './connectionLifecycle'
import type { SignInOffers } from '../transport/sessionAuth'
import type { ActiveSession } from './activeSession'
import type { OfferedCatalog } from './offeredCatalog'
import { SignInNotice } from './signInNotice'
import type { SessionSupervisor } from './sessionSupervisor'

export interface ConnectionAccountDeps {
  readonly serverId: ServerId
  readonly supervisor: SessionSupervisor<ActiveSession>
  readonly failures: ConnectionFailurePolicy
  readonly offered: OfferedCatalog
  readonly signInOffers: SignInOffers
  /** The account to use now; undefined for a local server. */
  readonly accountId: () => AccountId | undefined
}

/** Handles the account of one connection: new credentials, lost credentials, and a change to another account. */
export class ConnectionAccount {
  readonly #deps: ConnectionAccountDeps
  readonly #signInOffer: SignInNotice
  #accountId: AccountId | undefined

  constructor(deps: ConnectionAccountDeps) {
    this.#deps = deps
    this.#signInOffer = new SignInNotice(deps.serverId, deps.signInOffers)
  }

  /** The account of the current session, or of the last one. */
  get accountId(): AccountId | undefined {
    return this.#accountId
  }

  /** The account that calls use; undefined for a local server. */
  get calling(): AccountId | undefined {
    return this.#accountId ?? this.#deps.accountId()
  }

  /** Chooses the current account for a session that is about to open. */
  choose(): AccountId | undefined {
    this.#accountId = this.#deps.accountId()
    return this.#accountId
  }

  /** Tells a person, once and quietly, that the server wants a sign-in that no call waits for. */
  offerSignIn(refusal: AppError): void {
    this.#signInOffer.make(refusal, this.#accountId)
  }

  /** Withdraws the notice: the server answers, or no one wants to reach it. */
  withdrawOffer(): void {
    this.#signInOffer.withdraw()
  }

  /** Continues with new credentials if the connection waits for them. A live session uses new credentials by itself. @throws {AppError} */
  async credentialsCame(): Promise<void> {
    const { supervisor, failures } = this.#deps
    const { lifecycle } = supervisor
    // A start under way may have been refused with the old credentials.
    if (lifecycle.at === 'starting') await lifecycle.attempt.done.catch(ignore)
    this.withdrawOffer()
    // The credentials may belong to another person, to whom the server offers other things.
    if (supervisor.live) return supervisor.live.refresh()
    if (!waitsForCredentials(supervisor.lifecycle)) return
    failures.signedIn()
    await supervisor.start(true)
  }

  /** Stops the session after the person signed out. Does not ask the person to sign in again at once. */
  async credentialsGone(): Promise<void> {
    const { supervisor, offered, serverId } = this.#deps
    if (!supervisor.isUp) return
    await supervisor.stop()
    if (supervisor.lifecycle.at !== 'stopped' || supervisor.refusal) return
    offered.withdraw()
    const error = new AppError('SIGN_IN_REQUIRED', { reason: 'connections.signedOut', params: { server: serverId } })
    supervisor.on({ type: 'signedOut', error: error.toData() })
  }

  /** Switches to another account and drops everything of the earlier one. @throws {AppError} */
  async change(): Promise<void> {
    const { supervisor, offered } = this.#deps
    const wasWanted = supervisor.isUp || supervisor.lifecycle.at === 'needsSignIn'
    offered.withdraw()
    await supervisor.stop()
    if (wasWanted && !endingOf(supervisor.lifecycle)) await supervisor.start(true)
  }
}

function ignore(): void {
  // How it failed is in the state.
}
