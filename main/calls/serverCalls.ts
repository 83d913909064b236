import type { Completion, CompletionAsk } from '../../shared/domain/completion'
import type { ToolResult } from '../../shared/domain/toolResult'
import { untilAborted } from '../lib/untilAborted'
import type { CallOrigin, CallRequest } from './activeCall'
import { CallBinding } from './callBinding'
import type { CallContext } from './callContext'
import { CallExecution, type CallOutcome, type WireRequest } from './callExecution'
import { completionRequest } from './completionRequest'
import { parseToolResult } from '../parsing/parseToolResult'
import { listedTool } from './requireTool'
import { abortReason } from '../lib/abortReason'
import type { TaskRecord } from './taskStore'
import { TaskCalls, type TaskRequest } from './taskCalls'
import { ToolCall } from './toolCall'
import type { SuspendedCallRecord } from './suspendedCall'

type Raw = Readonly<Record<string, unknown>>

/** Sends requests to one server, on its current session: tools, prompts, reads, completions. */
export class ServerCalls {
  readonly #context: CallContext
  readonly #tasks: TaskCalls

  constructor(context: CallContext) {
    this.#context = context
    this.#tasks = new TaskCalls(context)
  }

  /** Runs one tool. @throws {AppError} */
  callTool(request: CallRequest, signal: AbortSignal): Promise<ToolResult> {
    return atOnce(async () => this.#parse(await this.#toolCall(request, signal).run(), request.tool, signal), signal)
  }

  /** Runs one tool and returns its result as the server wrote it. @throws {AppError} */
  callToolAsIs(request: CallRequest, signal: AbortSignal): Promise<Raw> {
    return atOnce(() => this.#toolCall(request, signal).run(), signal)
  }

  /** Waits for a task of this server that an earlier run of Parley left. @throws {AppError} INTERRUPTED when the server has changed. */
  resumeTask(record: TaskRecord, request: TaskRequest, signal: AbortSignal): Promise<ToolResult> {
    return atOnce(async () => this.#parse(await this.#tasks.resume(record, request, signal), record.tool, signal), signal)
  }

  /**
   * Asks a person again what this server asked in a call before Parley last ended, and continues the call.
   * @throws {AppError} when the server or the tool has changed.
   */
  resumeSuspendedCall(
    record: SuspendedCallRecord,
    request: Omit<CallRequest, 'tool' | 'arguments'>,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    const { params, definitionHash } = record
    const call = { ...request, tool: params.name, arguments: params.arguments, definitionHash }
    return atOnce(async () => this.#parse(await this.#toolCall(call, signal).resume(record), call.tool, signal), signal)
  }

  /** Asks the server to propose values. @throws {AppError} */
  complete(ask: CompletionAsk, signal: AbortSignal): Promise<Completion> {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(this.#context.limits().completionMs)])
    return this.#context.target.withSession((session) => completionRequest(session, ask, inTime), signal)
  }

  /** Sends a request that the server may answer with questions first. @throws {AppError} */
  request(origin: CallOrigin, request: WireRequest, signal: AbortSignal): Promise<CallOutcome> {
    const { target, activeCalls } = this.#context
    return target.withSession((session) => {
      const binding = CallBinding.now(this.#context, session)
      return activeCalls.run(
        { origin, session },
        (call) => new CallExecution(this.#context, { call, request, binding }).start(session),
        signal,
      )
    }, signal)
  }

  #toolCall(request: CallRequest, signal: AbortSignal): ToolCall {
    return new ToolCall({ context: this.#context, tasks: this.#tasks }, request, signal)
  }

  async #parse(raw: Raw, name: string, signal: AbortSignal): Promise<ToolResult> {
    const { target, checker } = this.#context
    // A tool that is no longer listed has no schema to check its result against.
    const tool = listedTool(target.catalog, name) ?? { name, inputSchema: {}, hash: '' }
    return parseToolResult(raw, tool, { serverId: target.serverId, checker }, signal)
  }
}

/** Rejects at once when the caller stops, without waiting for the server to stop too. */
async function atOnce<T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw abortReason(signal)
  return untilAborted(run(), signal)
}
