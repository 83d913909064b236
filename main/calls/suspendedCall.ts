import type { CallId, AccountId, ServerId } from '../../shared/domain/ids'
import type { JsonObject } from '../../shared/lib/json'
import type { CallRequest } from './activeCall'
import type { CallBinding } from './callBinding'

/**
 * The questions of a 2026 server in one round of a call, and the state to return with the answers (2026-07-28, multi-round-trip requests).
 */
export interface SuspendedRound {
  /** The number of this round. */
  readonly round: number
  readonly inputRequests: Readonly<Record<string, unknown>>
  /** Opaque to Parley. */
  readonly requestState?: string
}

/** Everything needed to ask a person the same questions again and to continue the call at the same server, even after Parley was killed. */
export interface SuspendedCallRecord extends SuspendedRound {
  readonly callId: CallId
  readonly serverId: ServerId
  /** Hash of the launch that asked. Another program or address learns nothing about the call. */
  readonly launchHash: string
  /** The account of the call; absent for a local server. */
  readonly accountId?: AccountId
  readonly tool: string
  /** Hash of the called tool. A changed tool of the same name does not continue the call. */
  readonly definitionHash: string
  /** The parameters of the request as they were sent. */
  readonly params: { readonly name: string; readonly arguments: JsonObject }
}

/** The owner of suspended calls, as connections need it. It holds a call only while no answer of its current round was sent. */
export interface SuspendedCallStore {
  /** Written before a question of the round is shown. */
  remember(record: SuspendedCallRecord): void
  find(callId: CallId): SuspendedCallRecord | undefined
  /** Called before the answers are sent, or when the call has ended. */
  forget(callId: CallId): void
}

/** One tool call, kept on disk while it waits for a person, so that it can continue after Parley was killed. */
export class SuspendedCall {
  readonly #suspendedCalls: SuspendedCallStore
  readonly #request: CallRequest
  readonly #binding: CallBinding

  constructor(suspendedCalls: SuspendedCallStore, request: CallRequest, binding: CallBinding) {
    this.#suspendedCalls = suspendedCalls
    this.#request = request
    this.#binding = binding
  }

  /** Called before the questions of this round are shown, or when its answers could not be sent. */
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

  /** Called before the answers are sent to a reachable server, or when the call has ended. */
  release(): void {
    this.#suspendedCalls.forget(this.#request.callId)
  }
}
