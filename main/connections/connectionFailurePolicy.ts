import type { Evidence } from '../../shared/domain/connectionState'
import type { ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { Launch } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { errorMessage } from '../../shared/i18n/errorText'
import { hintParam } from '../../shared/i18n/errorText'
import type { Clock } from '../lib/clock'
import { tooManySignIns, SIGN_INS_IN_VAIN } from '../calls/requestSignIn'
import type { ConnectionLifecycle, Setback } from './connectionLifecycle'
import { RestartPolicy } from './restartPolicy'
import { AuthRefusal } from '../transport/authRefusal'

/** Describes one failure of a connection. */
export interface ConnectionFailure {
  readonly error: AppError
  readonly evidence: Evidence | undefined
  readonly kind: Launch['kind']
}

/** Failures that new credentials may fix. */
const credentialCodes: ReadonlySet<string> = new Set(['SIGN_IN_REQUIRED', 'RIGHTS_REQUIRED', 'SIGN_IN_FAILED', 'CREDENTIALS_REFUSED'])

/**
 * Decides what happens after a failure of one connection. Owner of the counts: crashes, and sign-ins after which the server refused again.
 */
export class ConnectionFailurePolicy {
  readonly #serverId: ServerId
  readonly #clock: Clock
  readonly #restarts: RestartPolicy
  #signInsInVain = 0

  constructor(serverId: ServerId, { clock, limits }: { readonly clock: Clock; readonly limits: () => Limits }) {
    this.#serverId = serverId
    this.#clock = clock
    this.#restarts = new RestartPolicy(clock, limits)
  }

  /** Counts a failure and returns the next state of the connection. */
  judge({ error, evidence, kind }: ConnectionFailure): Setback {
    const at = this.#clock.now()
    const failure = { error: error.toData(), at, ...(evidence && { evidence }) }
    if (error.code === 'SIGN_IN_REQUIRED' || error.code === 'RIGHTS_REQUIRED') {
      const vain = this.#inVain(error)
      return vain ? { at: 'failed', failure: { ...failure, error: vain.toData() } } : { at: 'needsSignIn', error: failure.error }
    }
    const verdict = this.#restarts.judge(error, kind)
    if (verdict.next === 'stay') return { at: 'failed', failure }
    if (verdict.next === 'retry') return { at: 'failed', failure, retry: { at: at + verdict.delay, timer: new AbortController() } }
    const params = { failure: errorMessage(error), crashes: verdict.crashes, advice: hintParam(error) }
    const crashed = new AppError(
      error.code,
      { reason: 'connections.crashLoop', params },
      error.said === undefined ? {} : { said: error.said },
    )
    return { at: 'crashLoop', failure: { ...failure, error: crashed.toData() }, crashes: verdict.crashes }
  }

  /** Resets the count of crashes, because a person starts the server. */
  startedByPerson(): void {
    this.#restarts.forget()
  }

  /** Counts a try with new credentials. */
  signedIn(): void {
    this.#signInsInVain++
  }

  /** Resets the count of useless sign-ins: the server listed its offer, so it accepts the credentials. */
  succeeded(): void {
    this.#signInsInVain = 0
  }

  /** Returns the error for a server that wants yet another sign-in after too many. */
  #inVain(error: AppError): AppError | undefined {
    if (!(error instanceof AuthRefusal) || this.#signInsInVain < SIGN_INS_IN_VAIN) return undefined
    this.#signInsInVain = 0
    return tooManySignIns({ serverId: this.#serverId }, error)
  }
}

/** Pure: whether a connection that is down may come up with new credentials. */
export function waitsForCredentials(state: ConnectionLifecycle<unknown>): boolean {
  return state.at === 'needsSignIn' || (state.at === 'failed' && credentialCodes.has(state.failure.error.code))
}
