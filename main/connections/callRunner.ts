import type { Progress, RequestId } from '@modelcontextprotocol/client'
import type { CallProgress } from '../../shared/domain/chat'
import type { CallId, ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/limits'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { ActiveCall, type CallRequest } from './activeCall'
import type { AskingServers } from './askingServers'
import { CallClock } from './callClock'
import { callRounds, type RoundRequest } from './callRounds'
import { Lane } from './lane'
import type { Link } from './link'
import type { OpenedTransport } from './openTransport'
import type { ServerRequests } from './serverRequests'
import { Steadily } from './steadily'

const PROGRESS_MS = 50
const PROGRESS_CHARACTERS = 1_000

export interface CallRunnerDeps {
  readonly requests: ServerRequests
  readonly limits: () => Limits
  readonly clock: Clock
  readonly asking: AskingServers
}

/** The owner of the calls of one server that are under way: how many run at once, and each one's clock, progress and questions. */
export class CallRunner {
  readonly #serverId: ServerId
  readonly #deps: CallRunnerDeps
  readonly #lane: Lane
  readonly #calls = new Map<CallId, ActiveCall>()
  /** Whether a question over the present link cannot be told to one call by the wire. */
  #sharedChannel = false

  constructor(serverId: ServerId, deps: CallRunnerDeps) {
    this.#serverId = serverId
    this.#deps = deps
    // A server that asks over such a channel gets one call at a time, so that a question knows its call.
    this.#lane = new Lane(() => (this.#sharedChannel && deps.asking.has(serverId) ? 1 : deps.limits().callsAtOncePerServer))
  }

  /** The calls that a request of a 2025 server may belong to: one where the wire tells, else all that are under way. */
  callsBehind(transport: OpenedTransport, serverRequestId: RequestId): readonly ActiveCall[] {
    if (transport.kind !== 'http') return [...this.#calls.values()]
    const callId = transport.wire.callBehind(serverRequestId)
    const call = callId === undefined ? undefined : this.#calls.get(callId)
    return call ? [call] : []
  }

  /** The server has asked a person something. */
  rememberAsking(): void {
    this.#deps.asking.remember(this.#serverId)
  }

  /** Runs one request to its end. @throws {AppError} */
  async run(
    link: Link,
    request: Omit<CallRequest, 'tool' | 'arguments'>,
    wire: RoundRequest,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> {
    this.#sharedChannel = link.era === '2025' && link.transport.kind !== 'http'
    const leave = await this.#lane.enter(signal)
    const { requests, clock } = this.#deps
    const { callQuietMs, callTotalMs, roundsPerCall } = this.#deps.limits()
    const deadline = new CallClock(clock, { quietMs: callQuietMs, totalMs: callTotalMs }, signal)
    const call = new ActiveCall(request, deadline)
    const progress = new Steadily<CallProgress>(PROGRESS_MS, request.onProgress)
    const onProgress = growing((said) => progress.push(said))
    this.#calls.set(call.id, call)
    try {
      return await callRounds(
        { link, call, requests, clock, roundsPerCall },
        {
          ...wire,
          onProgress: (said) => {
            deadline.progress()
            onProgress(said)
          },
        },
      )
    } catch (thrown) {
      const error = AppError.from(thrown)
      call.fail(error)
      throw error
    } finally {
      progress.stop()
      deadline.stop()
      this.#calls.delete(call.id)
      leave()
    }
  }
}

/** Progress must grow; what does not is left out (2025-11-25, progress). */
function growing(take: (progress: CallProgress) => void): (said: Progress) => void {
  let furthest = -Infinity
  return ({ progress, total, message }) => {
    if (progress <= furthest) return
    furthest = progress
    take({
      progress,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message: message.slice(0, PROGRESS_CHARACTERS) }),
    })
  }
}
