import type { CallId, AccountId, ServerId } from '../../shared/domain/ids'
import type { JsonObject } from '../../shared/lib/json'
import type { CallRequest } from './activeCall'
import type { CallBinding } from './callBinding'

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

/** One call of a tool that is kept on disk while it waits for a person, so that it can go on after Parley was killed. */
export class SuspendedCall {
  readonly #suspendedCalls: SuspendedCallStore
  readonly #request: CallRequest
  readonly #binding: CallBinding

  constructor(suspendedCalls: SuspendedCallStore, request: CallRequest, binding: CallBinding) {
    this.#suspendedCalls = suspendedCalls
    this.#request = request
    this.#binding = binding
  }

  /** The questions of this round are about to be shown, or its answers could not be sent. */
  keep(round: SuspendedRound): void {
    const { callId, serverId, tool, arguments: args, definitionHash = '' } = this.#request
    const { accountId } = this.#binding
    this.#suspendedCalls.remember({
      ...round,
      callId,
      serverId,
      launchHash: this.#binding.launchHash(),
      ...(accountId !== undefined && { accountId }),
      tool,
      definitionHash,
      params: { name: tool, arguments: args },
    })
  }

  /** The answers are about to be sent: their server is there. Or the call has ended. */
  release(): void {
    this.#suspendedCalls.forget(this.#request.callId)
  }
}
