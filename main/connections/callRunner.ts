import type { RequestId } from '@modelcontextprotocol/client'
import type { CallId, ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/limits'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import { ActiveCall, type CallRequest } from './activeCall'
import type { AskingServers } from './askingServers'
import { CallClock } from './callClock'
import { callRounds, type RoundRequest } from './callRounds'
import { Lane } from './lane'
import type { Link } from './link'
import type { OpenedTransport } from './openTransport'
import { patientSignal } from './patientSignal'
import { ProgressFeed } from './progressFeed'
import type { ServerRequests } from './serverRequests'
import type { TaskCalls } from './taskCalls'

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
  readonly #tasks: TaskCalls
  readonly #calls = new Map<CallId, ActiveCall>()
  /** Whether a question over the present link cannot be told to one call by the wire. */
  #sharedChannel = false

  constructor(serverId: ServerId, deps: CallRunnerDeps, tasks: TaskCalls) {
    this.#tasks = tasks
    this.#serverId = serverId
    this.#deps = deps
    // A server that asks over such a channel gets one call at a time, so that a question knows its call.
    this.#lane = new Lane(() => (this.#sharedChannel && deps.asking.has(serverId) ? 1 : deps.limits().callsAtOncePerServer))
  }

  /** The calls that a request of a 2025 server may belong to: the one whose task it names, or that the wire tells, else all that are under way. */
  async callsBehind(transport: OpenedTransport, serverRequestId: RequestId, taskId?: string): Promise<readonly ActiveCall[]> {
    const named = taskId === undefined ? undefined : await this.#tasks.callSoon(taskId)
    if (named) return [named]
    const all = [...this.#calls.values(), ...this.#tasks.all()]
    if (transport.kind !== 'http') return all
    const callId = transport.wire.callBehind(serverRequestId)
    return all.filter(({ id }) => id === callId)
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
    const { callQuietMs, callTotalMs, roundsPerCall, questionMs: pageMs } = this.#deps.limits()
    const deadline = new CallClock(clock, { quietMs: callQuietMs, totalMs: callTotalMs }, wire.createsTask ? patientSignal(signal) : signal)
    const call = new ActiveCall(request, deadline)
    const progress = new ProgressFeed(request.onProgress)
    this.#calls.set(call.id, call)
    try {
      return await callRounds(
        { link, call, requests, clock, roundsPerCall, pageMs },
        {
          ...wire,
          onProgress: (said) => {
            deadline.progress()
            progress.push(said)
          },
        },
      )
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (signal.aborted) log('info', 'A call was cancelled', { server: this.#serverId, call: call.id, reason: error.message })
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
