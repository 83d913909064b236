import type { RequestId } from '@modelcontextprotocol/client'
import type { CallId, ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/limits'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import { ActiveCall, type CallOrigin } from './activeCall'
import type { InteractiveServers } from '../session/interactiveServers'
import { CallTimeout } from './callTimeout'
import { ConcurrencyLimiter } from '../lib/concurrencyLimiter'
import type { ProtocolSession } from '../session/protocolSession'
import type { OpenedTransport } from '../transport/openTransport'
import { delayedAbort } from './delayedAbort'

export interface ActiveCallsDeps {
  readonly limits: () => Limits
  readonly clock: Clock
  readonly asking: InteractiveServers
}

/** A call that wants a place. */
export interface QueuedCall {
  readonly origin: CallOrigin
  /** The session of its first round; absent where that was sent by an earlier run of Parley. */
  readonly session?: ProtocolSession
  /** A 2025 server answers it with a task, whose id is needed to stop it. */
  readonly createsTask?: boolean | undefined
}

/**
 * The calls of one server that are under way: the owner of how many run at once, and of which one a question of the server belongs to. Knows
 * nothing of what a call does.
 */
export class ActiveCalls {
  readonly #serverId: ServerId
  readonly #deps: ActiveCallsDeps
  readonly #limiter: ConcurrencyLimiter
  readonly #calls = new Map<CallId, ActiveCall>()
  /** The calls that the server runs in its own time, by the ids of their tasks. They take no place. */
  readonly #tasks = new Map<string, ActiveCall>()
  /** Whether a question over the present session cannot be told to one call by the wire. */
  #hasSharedChannel = false

  constructor(serverId: ServerId, deps: ActiveCallsDeps) {
    this.#serverId = serverId
    this.#deps = deps
    // A server that asks over such a channel gets one call at a time, so that a question knows its call.
    this.#limiter = new ConcurrencyLimiter(() =>
      this.#hasSharedChannel && deps.asking.has(serverId) ? 1 : deps.limits().callsAtOncePerServer,
    )
  }

  /** Waits for a place, and runs a call there under its deadlines. @throws {AppError} what `run` throws, or why the call did not get a place. */
  async run<T>({ origin, session, createsTask }: QueuedCall, run: (call: ActiveCall) => Promise<T>, signal: AbortSignal): Promise<T> {
    if (session) this.#hasSharedChannel = session.era === '2025' && session.transport.kind !== 'http'
    const leave = await this.#limiter.enter(signal)
    const { callQuietMs: quietMs, callTotalMs: totalMs } = this.#deps.limits()
    const deadlines = new CallTimeout(this.#deps.clock, { quietMs, totalMs }, createsTask ? delayedAbort(signal) : signal)
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

  /** The server runs this call as a task from now on. */
  addTask(taskId: string, call: ActiveCall): void {
    this.#tasks.set(taskId, call)
  }

  removeTask(taskId: string, call: ActiveCall): void {
    if (this.#tasks.get(taskId) === call) this.#tasks.delete(taskId)
  }

  /** The calls that a request of a 2025 server may belong to: the one whose task it names, or that the wire tells, else all that are under way. */
  async callsBehind(transport: OpenedTransport, serverRequestId: RequestId, taskId?: string): Promise<readonly ActiveCall[]> {
    const named = taskId === undefined ? undefined : await this.#taskSoon(taskId)
    if (named) return [named]
    const all = [...this.#calls.values(), ...this.#tasks.values()]
    if (transport.kind !== 'http') return all
    const callId = transport.wire.callBehind(serverRequestId)
    return all.filter(({ id }) => id === callId)
  }

  /** The server has asked a person something. */
  rememberAsking(): void {
    this.#deps.asking.remember(this.#serverId)
  }

  /** Nobody waits for answers to what the server asked, and none that waits for the server is sent: it was stopped, or is another one now. */
  withdrawQuestions(reason: AppError): void {
    for (const call of this.#calls.values()) call.fail(reason)
  }

  /** A question of a task may come in the same breath as the answer that creates the task. */
  async #taskSoon(taskId: string): Promise<ActiveCall | undefined> {
    if (!this.#tasks.has(taskId)) await new Promise((resolve) => setImmediate(resolve))
    return this.#tasks.get(taskId)
  }
}
