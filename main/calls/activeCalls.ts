import type { RequestId } from '@modelcontextprotocol/client'
import type { CallId, ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import { ActiveCall, type CallOrigin } from './activeCall'
import type { InteractiveServers } from '../session/interactiveServers'
import { CallTimeout } from './callTimeout'
import { ConcurrencyLimiter } from '../lib/concurrencyLimiter'
import type { ProtocolSession } from '../session/protocolSession'
import type { OpenedTransport } from '../transport/openTransport'
import { withTaskIdGracePeriod } from './taskIdGracePeriod'

export interface ActiveCallsDeps {
  readonly limits: () => Limits
  readonly clock: Clock
  readonly asking: InteractiveServers
}

/** A call that waits for a place. */
export interface QueuedCall {
  readonly origin: CallOrigin
  /** The session of the first round. Absent if an earlier run of Parley sent that round. */
  readonly session?: ProtocolSession
  /** Whether a 2025 server answers with a task. Its id is needed to stop the call. */
  readonly createsTask?: boolean | undefined
}

/**
 * The calls of one server that are under way. Owner of two facts: how many calls run at once, and which call a question of the server
 * belongs to. It does not know what a call does.
 */
export class ActiveCalls {
  readonly #serverId: ServerId
  readonly #deps: ActiveCallsDeps
  readonly #limiter: ConcurrencyLimiter
  readonly #calls = new Map<CallId, ActiveCall>()
  /** The calls that the server runs as tasks, by task id. They take no place. */
  readonly #tasks = new Map<string, ActiveCall>()
  /** Whether the transport of the current session cannot tell which call a question belongs to. */
  #hasSharedChannel = false

  constructor(serverId: ServerId, deps: ActiveCallsDeps) {
    this.#serverId = serverId
    this.#deps = deps
    // If such a server asks questions, its calls run one at a time, so that each question belongs to one call.
    this.#limiter = new ConcurrencyLimiter(() =>
      this.#hasSharedChannel && deps.asking.has(serverId) ? 1 : deps.limits().callsAtOncePerServer,
    )
  }

  /**
   * Waits for a place, and runs a call there with its timeout.
   * @throws {AppError} what `run` throws, or the reason why the call got no place.
   */
  async run<T>({ origin, session, createsTask }: QueuedCall, run: (call: ActiveCall) => Promise<T>, signal: AbortSignal): Promise<T> {
    if (session) this.#hasSharedChannel = session.era === '2025' && session.transport.kind !== 'http'
    const queued = this.#limiter.full
    if (queued) origin.onQueued?.(true)
    const leave = await this.#limiter.enter(signal)
    if (queued) origin.onQueued?.(false)
    const { callQuietMs: quietMs, callTotalMs: totalMs } = this.#deps.limits()
    const deadlines = new CallTimeout(this.#deps.clock, { quietMs, totalMs }, createsTask ? withTaskIdGracePeriod(signal) : signal)
    const call = new ActiveCall(origin, deadlines)
    this.#calls.set(call.id, call)
    try {
      return await run(call)
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (signal.aborted) log('info', 'A call was cancelled', { server: this.#serverId, call: call.id, reason: error.message })
      call.fail(error)
      throw error
    } finally {
      call.end()
      this.#calls.delete(call.id)
      leave()
    }
  }

  /** Registers a call that the server runs as a task from now on. */
  addTask(taskId: string, call: ActiveCall): void {
    this.#tasks.set(taskId, call)
  }

  removeTask(taskId: string, call: ActiveCall): void {
    if (this.#tasks.get(taskId) === call) this.#tasks.delete(taskId)
  }

  /**
   * Returns the calls that a request of a 2025 server may belong to. Returns one call if the request names its task or the transport
   * identifies the call, or else all calls under way.
   */
  async callsBehind(transport: OpenedTransport, serverRequestId: RequestId, taskId?: string): Promise<readonly ActiveCall[]> {
    const named = taskId === undefined ? undefined : await this.#taskSoon(taskId)
    if (named) return [named]
    const all = [...this.#calls.values(), ...this.#tasks.values()]
    if (transport.kind !== 'http') return all
    const callId = transport.wire.callBehind(serverRequestId)
    return all.filter(({ id }) => id === callId)
  }

  /** Remembers that the server asks a person questions. */
  rememberAsking(): void {
    this.#deps.asking.remember(this.#serverId)
  }

  /**
   * Withdraws the open questions of all calls, because the server was stopped or replaced. Answers that wait for the server are not sent.
   */
  withdrawQuestions(reason: AppError): void {
    for (const call of this.#calls.values()) call.fail(reason)
  }

  /**
   * Finds the call of a task. A question may arrive together with the answer that creates its task, so this waits one turn of the event
   * loop.
   */
  async #taskSoon(taskId: string): Promise<ActiveCall | undefined> {
    if (!this.#tasks.has(taskId)) await new Promise((resolve) => setImmediate(resolve))
    return this.#tasks.get(taskId)
  }
}
