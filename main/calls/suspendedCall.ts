import type { CallRequest } from './activeCall'
import type { CallBinding } from './callBinding'
import type { SuspendedCallStore, SuspendedRound } from './suspendedCallStore'

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
