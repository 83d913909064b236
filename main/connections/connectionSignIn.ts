import type { AccountId, ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { waitsForCredentials, type ConnectionFailures } from './connectionFailures'
import { endingOf } from './connectionLifecycle'
import type { SignInOffers } from '../transport/sessionAuth'
import type { ActiveSession } from './activeSession'
import type { OfferedCatalog } from './offeredCatalog'
import { SignInNotice } from './signInNotice'
import type { SessionSupervisor } from './sessionSupervisor'

export interface ConnectionSignInDeps {
  readonly serverId: ServerId
  readonly supervisor: SessionSupervisor<ActiveSession>
  readonly failures: ConnectionFailures
  readonly offered: OfferedCatalog
  readonly signInOffers: SignInOffers
  /** The account that is meant now; undefined for a local server. */
  readonly accountId: () => AccountId | undefined
}

/** The account of one connection, and what follows when its credentials come or go, or when another account is meant. */
export class ConnectionSignIn {
  readonly #deps: ConnectionSignInDeps
  readonly #signInOffer: SignInNotice
  #accountId: AccountId | undefined

  constructor(deps: ConnectionSignInDeps) {
    this.#deps = deps
    this.#signInOffer = new SignInNotice(deps.serverId, deps.signInOffers)
  }

  /** The account of the present session, or of the last one. */
  get accountId(): AccountId | undefined {
    return this.#accountId
  }

  /** The account that calls are made with; undefined for a local server. */
  get calling(): AccountId | undefined {
    return this.#accountId ?? this.#deps.accountId()
  }

  /** A session is about to be opened: it is for the account that is meant now. */
  choose(): AccountId | undefined {
    this.#accountId = this.#deps.accountId()
    return this.#accountId
  }

  /** The server wants a sign-in that no call waits for: a person is told, once and quietly. */
  offerSignIn(refusal: AppError): void {
    this.#signInOffer.make(refusal, this.#accountId)
  }

  /** Nobody has to sign in: the server answers, or nobody wants to reach it. */
  withdrawOffer(): void {
    this.#signInOffer.withdraw()
  }

  /** New credentials are there: goes on where it waited for them. A session that lives takes them up by itself. @throws {AppError} */
  async credentialsCame(): Promise<void> {
    const { supervisor, failures } = this.#deps
    const { lifecycle } = supervisor
    // A start that is under way may have been refused with the old ones.
    if (lifecycle.at === 'starting') await lifecycle.attempt.done.catch(ignore)
    this.withdrawOffer()
    // They may be those of somebody else, who is offered other things.
    if (supervisor.live) return supervisor.live.refresh()
    if (!waitsForCredentials(supervisor.lifecycle)) return
    failures.signedIn()
    await supervisor.start(true)
  }

  /** The person signed it out: nothing goes on with what is left of it. They are not asked to sign in at once again. */
  async credentialsGone(): Promise<void> {
    const { supervisor, offered, serverId } = this.#deps
    if (!supervisor.isUp) return
    await supervisor.stop()
    if (supervisor.lifecycle.at !== 'stopped' || supervisor.refusal) return
    offered.withdraw()
    const error = new AppError('SIGN_IN_REQUIRED', { reason: 'connections.signedOut', params: { server: serverId } })
    supervisor.on({ type: 'signedOut', error: error.toData() })
  }

  /** Another account is meant from now on: nothing of the one before is kept. @throws {AppError} */
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
