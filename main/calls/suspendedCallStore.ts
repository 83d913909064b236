import type { CallId, AccountId, ServerId } from '../../shared/domain/ids'
import type { JsonObject } from '../../shared/lib/json'

/** What a 2026 server asks in one round of a call, and the state that it wants back with the answers (2026-07-28, multi-round-trip requests). */
export interface SuspendedRound {
  /** Which time this is that the call asks. */
  readonly round: number
  readonly inputRequests: Readonly<Record<string, unknown>>
  /** Nobody here knows what is in it. */
  readonly requestState?: string
}

/** Everything that is needed to ask a person the same things again, and to go on with the call at the same server, also after Parley was killed. */
export interface SuspendedCallRecord extends SuspendedRound {
  readonly callId: CallId
  readonly serverId: ServerId
  /** Of the launch that asked: another program, or another address, is told nothing of the call. */
  readonly launchHash: string
  /** The account that the call is made with; absent for a local server. */
  readonly accountId?: AccountId
  readonly tool: string
  /** Of the tool that was called: another one of that name does not go on with the call. */
  readonly definitionHash: string
  /** The parameters of the request as they were sent. */
  readonly params: { readonly name: string; readonly arguments: JsonObject }
}

/** The owner of calls that wait for a person, as connections need it. A call is in it only while nothing of its present round was sent. */
export interface SuspendedCallStore {
  /** Written before a question of the round can be seen. */
  remember(record: SuspendedCallRecord): void
  find(callId: CallId): SuspendedCallRecord | undefined
  /** The answers are about to be sent, or the call has ended. */
  forget(callId: CallId): void
}
