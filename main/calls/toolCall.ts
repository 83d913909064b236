import { AppError } from '../../shared/errors/appError'
import type { ActiveCall, CallRequest } from './activeCall'
import { CallBinding } from './callBinding'
import type { CallContext } from './callContext'
import { CallExecution, type CallOutcome, type WireRequest } from './callExecution'
import type { ProtocolSession } from '../session/protocolSession'
import { requireTool } from './requireTool'
import { abortReason, isQuitting } from '../lib/abortReason'
import { SuspendedCall } from './suspendedCall'
import type { TaskCalls } from './taskCalls'
import { isHeaderMismatch, toolHeaders, toolRequest } from './toolRequest'
import type { SuspendedCallRecord } from './suspendedCall'

type Raw = Readonly<Record<string, unknown>>

/** The calls of one server, and those that it runs as tasks. */
export interface ToolCallDeps {
  readonly context: CallContext
  readonly tasks: TaskCalls
}

/** One tool call: checks that the tool is still the same, sends the call, and follows it to its result, also as a task. */
export class ToolCall {
  readonly #context: CallContext
  readonly #tasks: TaskCalls
  readonly #request: CallRequest
  readonly #signal: AbortSignal
  #execution: CallExecution | undefined
  /** Whether the last request asked a 2025 server for a task. */
  #asksForTask = false

  constructor({ context, tasks }: ToolCallDeps, request: CallRequest, signal: AbortSignal) {
    this.#context = context
    this.#tasks = tasks
    this.#request = request
    this.#signal = signal
  }

  /** Returns the result as the server wrote it. @throws {AppError} */
  async run(): Promise<Raw> {
    return this.#toEnd(await this.#context.target.withSession((session) => this.#runOn(session), this.#signal))
  }

  /**
   * Continues a call with the questions of the round where an earlier run of Parley stopped.
   * @throws {AppError} also when the server or the tool has changed.
   */
  async resume(record: SuspendedCallRecord): Promise<Raw> {
    return this.#toEnd(await this.#goOn(record))
  }

  async #runOn(session: ProtocolSession): Promise<CallOutcome> {
    try {
      return await this.#start(session)
    } catch (thrown) {
      // After its first round the call has run. It may start again only if a person says so.
      if (!isHeaderMismatch(thrown) || this.#execution?.wasAsked) throw thrown
      // The server refused the call because of its headers, so it has not run. The headers came from an outdated definition.
      await this.#context.target.refreshSession(session)
      return this.#start(session)
    }
  }

  async #start(session: ProtocolSession): Promise<CallOutcome> {
    const { target, limits } = this.#context
    const tool = requireTool(this.#context, this.#request)
    const request = { ...this.#request, definitionHash: tool.hash }
    const built = toolRequest(session, tool, request, { isTrusted: target.definition.trusted, taskTtlMs: limits().taskTtlMs })
    const wire: WireRequest = { ...built, headers: this.#headers(request) }
    this.#asksForTask = wire.createsTask ?? false
    const binding = CallBinding.now(this.#context, session, request)
    const suspended = session.era === '2026' ? this.#suspendable(request, binding) : undefined
    const execute = (call: ActiveCall): Promise<CallOutcome> => this.#execute({ call, request: wire, binding, suspended }).start(session)
    try {
      return await this.#context.activeCalls.run({ origin: request, session, createsTask: wire.createsTask }, execute, this.#signal)
    } catch (thrown) {
      // The record of a finished call goes away. If Parley quits, it stays for the next run.
      if (!isQuitting(this.#signal)) suspended?.release()
      throw thrown
    }
  }

  /** Starts the server while a person answers, and checks it before anything is sent. */
  async #goOn(record: SuspendedCallRecord): Promise<CallOutcome> {
    const request = this.#request
    const { launchHash, accountId } = record
    const binding = new CallBinding(this.#context, { era: '2026', launchHash: () => launchHash, accountId, tool: request })
    const broken = binding.broken()
    if (broken) throw broken
    const other = new AbortController()
    const either = AbortSignal.any([this.#signal, other.signal])
    // Reports a changed tool before a person answers in vain.
    binding.run(() => Promise.resolve(), either).catch((thrown: unknown) => other.abort(AppError.from(thrown)))
    const wire: WireRequest = { method: 'tools/call', params: record.params, headers: this.#headers(request) }
    const suspended = this.#suspendable(request, binding)
    const execute = (call: ActiveCall): Promise<CallOutcome> => this.#execute({ call, request: wire, binding, suspended }).resume(record)
    try {
      return await this.#context.activeCalls.run({ origin: request }, execute, either)
    } finally {
      other.abort(new AppError('CANCELLED', { reason: 'calls.ended' }))
    }
  }

  /**
   * Returns the headers of each sending. The tool is looked up anew, because it may have changed or gone while the call waited for a place
   * or for a sign-in.
   */
  #headers(request: CallRequest): NonNullable<WireRequest['headers']> {
    return (session) => toolHeaders(session, requireTool(this.#context, request), request.arguments)
  }

  #execute(executed: ConstructorParameters<typeof CallExecution>[1]): CallExecution {
    this.#execution = new CallExecution(this.#context, executed)
    return this.#execution
  }

  /**
   * Only calls of a conversation can continue after a restart, and only in the 2026 era, where no request is in flight while a call waits.
   */
  #suspendable(request: CallRequest, binding: CallBinding): SuspendedCall | undefined {
    return request.conversationId === undefined || request.endsWithParley
      ? undefined
      : new SuspendedCall(this.#context.suspendedCalls, request, binding)
  }

  /** Follows the call to its end, also when the server runs it as a task. */
  async #toEnd({ raw, session }: CallOutcome): Promise<Raw> {
    const created = this.#tasks.created(session, raw, { ...this.#request, wasAskedFor: this.#asksForTask })
    if (!created) return raw
    if (!this.#signal.aborted) return this.#tasks.follow(created, this.#request, this.#signal)
    if (!isQuitting(this.#signal)) this.#tasks.giveUp(created.record)
    throw abortReason(this.#signal)
  }
}
