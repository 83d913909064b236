import type { RequestId } from '@modelcontextprotocol/client'
import type { CallProgress } from '../../shared/domain/chat'
import type { CallId, ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/limits'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import { ActiveCall, type CallRequest } from './activeCall'
import type { InteractiveServers } from '../session/interactiveServers'
import { CallTimeout } from './callTimeout'
import { callRounds, type RoundDeps, type RoundEnd, type RoundKeeper, type RoundRequest } from './callRounds'
import { ConcurrencyLimiter } from '../lib/concurrencyLimiter'
import type { ProtocolSession } from '../session/protocolSession'
import type { OpenedTransport } from '../transport/openTransport'
import { delayedAbort } from './delayedAbort'
import { ProgressReporter } from './progressReporter'
import type { ServerRequests } from '../session/serverRequests'
import type { TaskCalls } from './taskCalls'
import type { SuspendedRound } from './suspendedCallStore'

export interface CallRunnerDeps {
  readonly requests: ServerRequests
  readonly limits: () => Limits
  readonly clock: Clock
  readonly asking: InteractiveServers
}

/** How a request reaches its server, round by round. */
export interface RunContext {
  /** The link of its first round; absent where that was sent by an earlier run of Parley. */
  readonly session?: ProtocolSession
  readonly over: <T>(round: number, run: (session: ProtocolSession) => Promise<T>, signal: AbortSignal) => Promise<T>
  readonly keeper?: RoundKeeper | undefined
  /** The round in which an earlier run of Parley left it. */
  readonly waiting?: SuspendedRound
}

/** The owner of the calls of one server that are under way: how many run at once, and each one's clock, progress and questions. */
export class CallRunner {
  readonly #serverId: ServerId
  readonly #deps: CallRunnerDeps
  readonly #limiter: ConcurrencyLimiter
  readonly #tasks: TaskCalls
  readonly #calls = new Map<CallId, ActiveCall>()
  /** Whether a question over the present link cannot be told to one call by the wire. */
  #sharedChannel = false

  constructor(serverId: ServerId, deps: CallRunnerDeps, tasks: TaskCalls) {
    this.#tasks = tasks
    this.#serverId = serverId
    this.#deps = deps
    // A server that asks over such a channel gets one call at a time, so that a question knows its call.
    this.#limiter = new ConcurrencyLimiter(() =>
      this.#sharedChannel && deps.asking.has(serverId) ? 1 : deps.limits().callsAtOncePerServer,
    )
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
    request: Omit<CallRequest, 'tool' | 'arguments'>,
    wire: RoundRequest,
    context: RunContext,
    signal: AbortSignal,
  ): Promise<RoundEnd> {
    if (context.session) this.#sharedChannel = context.session.era === '2025' && context.session.transport.kind !== 'http'
    const leave = await this.#limiter.enter(signal)
    const limits = this.#deps.limits()
    const times = { quietMs: limits.callQuietMs, totalMs: limits.callTotalMs }
    const deadline = new CallTimeout(this.#deps.clock, times, wire.createsTask ? delayedAbort(signal) : signal)
    const call = new ActiveCall(request, deadline)
    const progress = new ProgressReporter(request.onProgress)
    this.#calls.set(call.id, call)
    const { requests, clock } = this.#deps
    // A later round may have to wait for its server, for as long as somebody would have answered.
    const over: RoundDeps['over'] = (round, run) => context.over(round, run, round === 1 ? call.signal : call.questionsEnd())
    const onProgress = (said: CallProgress): void => {
      deadline.progress()
      progress.push(said)
    }
    try {
      return await callRounds(
        { serverId: this.#serverId, call, requests, clock, limits, pageMs: limits.questionMs, over, keeper: context.keeper },
        { ...wire, onProgress },
        context.waiting,
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

  /** Nobody waits for answers to what the server asked, and none that waits for the server is sent: it was stopped, or is another one now. */
  withdrawQuestions(reason: AppError): void {
    for (const call of this.#calls.values()) call.fail(reason)
  }
}
