import { forbiddenError } from '../approvals/forbiddenError'
import type { Call, CallProgress } from '../../shared/domain/chat'
import type { CallId, ConversationId, AccountId, ServerId } from '../../shared/domain/ids'
import { misfitMessage } from '../../shared/domain/schemaMisfit'
import type { CallTask } from '../../shared/domain/task'
import type { ToolResult } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import { assertNever } from '../../shared/lib/assertNever'
import type { JsonObject } from '../../shared/lib/json'
import type { Approval, ApprovalRequest } from '../approvals/approvalBroker'
import type { Clock } from '../lib/clock'
import { untilAborted } from '../lib/untilAborted'
import { checkArguments, type ArgumentChecker } from './checkArguments'

/** Decides whether a call may run. The broker implements it and asks a person when no rule applies. */
export interface Approver {
  approve(request: ApprovalRequest, signal: AbortSignal): Promise<Approval>
  /** Approves a call that a person started. No question is asked. */
  approveOwn(request: ApprovalRequest): Promise<Approval>
}

export interface ServerCall {
  readonly serverId: ServerId
  readonly tool: string
  readonly arguments: JsonObject
  /** The hash of the tool when the call was allowed. Another tool with the same name must not run. */
  readonly definitionHash: string
  readonly callId: CallId
  readonly conversationId?: ConversationId
  /** The account for the call, if it is not the default one. */
  readonly accountId?: AccountId
  onProgress(progress: CallProgress): void
  /** True while a question of this call waits for a person. */
  onWaiting(waiting: boolean): void
  /** True while the call waits for a place behind earlier calls of its server. Nothing of it was sent then. */
  onQueued(queued: boolean): void
  /** The server runs the call as a task. Called at every check of the task. */
  onTask(task: CallTask): void
}

/** The part of the connection pool that calls need. */
export interface ToolCaller {
  callTool(call: ServerCall, signal: AbortSignal): Promise<ToolResult>
  /**
   * Resumes a call that became a task in an earlier run of Parley.
   * @throws {AppError} INTERRUPTED when the task can no longer be reached.
   */
  resumeTask(call: Omit<ServerCall, 'tool' | 'arguments' | 'definitionHash'>, signal: AbortSignal): Promise<ToolResult>
  /**
   * Resumes a call whose server had asked something when Parley last stopped.
   * @throws {AppError} when that server or its tool is gone or has been replaced.
   */
  resumeSuspendedCall(call: Omit<ServerCall, 'tool' | 'arguments' | 'definitionHash'>, signal: AbortSignal): Promise<ToolResult>
}

export interface CallToolDeps {
  readonly approvals: Approver
  readonly checker: ArgumentChecker
  readonly pool: ToolCaller
  readonly clock: Clock
}

export interface ToolCallRequest extends ApprovalRequest {
  readonly startedBy: Call['startedBy']
}

/** A change in the progress of a call. `result` is complete here; it is cut only when it is stored. */
export type CallChange = Partial<
  Pick<
    Call,
    | 'approved'
    | 'why'
    | 'state'
    | 'startedAt'
    | 'endedAt'
    | 'progress'
    | 'queuedAtServer'
    | 'task'
    | 'result'
    | 'error'
    | 'title'
    | 'definitionHash'
  >
>

/** Tells of a change. Resolves once the change is kept, so that it survives a crash; never, if it cannot be kept: then the signal aborts. */
export type ReportCall = (change: CallChange) => Promise<void>

/**
 * Checks the arguments, asks for approval and calls the tool. Reports the progress and returns how the call ended. Never throws, and ends
 * at once when the signal aborts, even if the server does not react.
 */
export async function approveAndCallTool(
  deps: CallToolDeps,
  request: ToolCallRequest,
  report: ReportCall,
  signal: AbortSignal,
): Promise<CallChange> {
  try {
    // What a model wrote in a form that the tool does not take goes back to it before a person reads it in vain.
    if (request.startedBy === 'model') await requireFitting(deps.checker, request, request.arguments, signal)
    const approval = await approve(deps, request, report, signal)
    signal.throwIfAborted()
    if (approval.verdict !== 'allow') return { ...refusal(approval), endedAt: deps.clock.now() }
    const approved = approval.edited ? { approved: approval.arguments } : {}
    // Kept before anything is sent: after a crash, a call that may have run must not be asked for again as if it had not.
    await untilAborted(report({ state: 'running', startedAt: deps.clock.now(), why: approval.why, ...approved }), signal)
    if (request.startedBy !== 'model' || approval.edited) await requireFitting(deps.checker, request, approval.arguments, signal)
    const result = await untilAborted(run(deps.pool, { ...request, arguments: approval.arguments }, report, signal), signal)
    return { ...resultChange(result), endedAt: deps.clock.now() }
  } catch (thrown) {
    return { ...ending(thrown, signal), endedAt: deps.clock.now() }
  }
}

async function approve(deps: CallToolDeps, request: ToolCallRequest, report: ReportCall, signal: AbortSignal): Promise<Approval> {
  if (request.startedBy === 'person') return untilAborted(deps.approvals.approveOwn(request), signal)
  const beforeAsking = async (): Promise<void> => {
    signal.throwIfAborted()
    // Kept before the question is shown, so that a crash cannot leave a question without its waiting call.
    await untilAborted(report({ state: 'waitingApproval' }), signal)
  }
  return untilAborted(deps.approvals.approve({ ...request, beforeAsking }, signal), signal)
}

/** @throws {AppError} INVALID_ARGUMENTS for arguments that the tool does not take, or that cannot be checked */
export async function requireFitting(
  checker: ArgumentChecker,
  request: { readonly server: Pick<ToolCallRequest['server'], 'id'>; readonly tool: ToolCallRequest['tool'] },
  args: JsonObject,
  signal: AbortSignal,
): Promise<void> {
  const { server, tool } = request
  const checked = await checkArguments(checker, { serverId: server.id, inputSchema: tool.inputSchema }, args, signal)
  switch (checked.verdict) {
    case 'valid':
      return
    case 'invalid':
      // The check is Parley's own, so its words are no words of the server.
      throw new AppError('INVALID_ARGUMENTS', {
        reason: 'tools.argumentsDoNotFit',
        params: { tool: tool.name, problems: checked.misfits.map(misfitMessage) },
      })
    case 'unverifiable':
      throw new AppError('INVALID_ARGUMENTS', { reason: 'tools.argumentsUnchecked', params: { tool: tool.name, why: checked.reason } })
    default:
      return assertNever(checked)
  }
}

function run(pool: ToolCaller, request: ToolCallRequest, report: ReportCall, signal: AbortSignal): Promise<ToolResult> {
  return pool.callTool(
    {
      serverId: request.server.id,
      tool: request.tool.name,
      arguments: request.arguments,
      definitionHash: request.tool.hash,
      callId: request.callId,
      conversationId: request.conversationId,
      ...(request.accountId !== undefined && { accountId: request.accountId }),
      ...progressHandlers(report),
    },
    signal,
  )
}

/** Converts a server's reports before the end of a call into changes of the call. */
export function progressHandlers(report: ReportCall): Pick<ServerCall, 'onProgress' | 'onWaiting' | 'onQueued' | 'onTask'> {
  return {
    onProgress: (progress) => void report({ progress }),
    onWaiting: (waiting) => void report({ state: waiting ? 'waitingAnswer' : 'running' }),
    onQueued: (queued) => void report({ queuedAtServer: queued }),
    onTask: (task) => void report({ task }),
  }
}

export function resultChange(result: ToolResult): CallChange {
  return { state: result.isError ? 'failed' : 'done', result }
}

function refusal(approval: Exclude<Approval, { verdict: 'allow' }>): CallChange {
  if (approval.verdict === 'withdrawn') {
    const { reason } = approval
    const error = new AppError('QUESTION_ENDED', { reason: 'approvals.undecided', params: { why: reason } })
    return { state: 'stopped', why: { by: 'pending', reason }, error: error.toData() }
  }
  const { why, word } = approval
  const error =
    why.by === 'policy'
      ? forbiddenError(why)
      : new AppError(
          'DENIED',
          { reason: why.by === 'rule' ? 'approvals.deniedByRule' : 'approvals.deniedByYou' },
          { ...(word && { said: word }) },
        )
  return { state: 'denied', why, error: error.toData() }
}

/** Returns how a call without a result ended. */
export function ending(thrown: unknown, signal: AbortSignal): CallChange {
  if (signal.aborted) return { state: 'stopped', error: AppError.from(signal.reason).toData() }
  return { state: 'failed', error: AppError.from(thrown).toData() }
}
