import type { Call, CallProgress } from '../../shared/domain/chat'
import type { CallId, ConversationId, AccountId, ServerId } from '../../shared/domain/ids'
import type { CallTask } from '../../shared/domain/task'
import type { ToolResult } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import { assertNever } from '../../shared/lib/assertNever'
import type { JsonObject } from '../../shared/lib/json'
import type { Approval, ApprovalRequest } from '../approvals/approvalBroker'
import type { Clock } from '../lib/clock'
import { untilAborted } from '../lib/untilAborted'
import { dropNullArguments } from './dropNullArguments'
import type { Message } from '../../shared/messages/message'

/** Who decides whether a call may run: the broker, which asks a person where no rule covers it. */
export interface Approver {
  approve(request: ApprovalRequest, signal: AbortSignal): Promise<Approval>
  /** The same for a call that a person started: nobody is asked. */
  approveOwn(request: ApprovalRequest): Promise<Approval>
}

export type ArgumentVerdict =
  | { readonly verdict: 'valid' }
  | { readonly verdict: 'invalid'; readonly errors: readonly string[] }
  | { readonly verdict: 'unverifiable'; readonly reason: Message }

export interface ArgumentChecker {
  check(serverId: ServerId, schema: JsonObject, value: unknown, signal: AbortSignal): Promise<ArgumentVerdict>
}

export interface ServerCall {
  readonly serverId: ServerId
  readonly tool: string
  readonly arguments: JsonObject
  /** Of the tool as it was when the call was allowed: another one of that name must not run. */
  readonly definitionHash: string
  readonly callId: CallId
  readonly conversationId?: ConversationId
  /** The account that it is made with, where that is not the default one. */
  readonly accountId?: AccountId
  onProgress(progress: CallProgress): void
  /** True while a question of this call waits for a person. */
  onWaiting(waiting: boolean): void
  /** The server runs it in its own time; told at every look at the task. */
  onTask(task: CallTask): void
}

/** The part of the connection pool that calls need. */
export interface ToolCaller {
  callTool(call: ServerCall, signal: AbortSignal): Promise<ToolResult>
  /** Goes on with a call that an earlier run of Parley left as a task. @throws {AppError} INTERRUPTED where nobody is left to ask. */
  resumeTask(call: Omit<ServerCall, 'tool' | 'arguments' | 'definitionHash'>, signal: AbortSignal): Promise<ToolResult>
  /** Goes on with a call whose server had asked something when Parley last ended. @throws {AppError} where that server, or its tool, is gone or another one. */
  resumeWait(call: Omit<ServerCall, 'tool' | 'arguments' | 'definitionHash'>, signal: AbortSignal): Promise<ToolResult>
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

/** What becomes of a call, bit by bit. `result` is whole here; whoever keeps it cuts it. */
export type CallChange = Partial<
  Pick<Call, 'approved' | 'why' | 'state' | 'startedAt' | 'endedAt' | 'progress' | 'task' | 'result' | 'error' | 'title' | 'definitionHash'>
>

/**
 * Asks, checks, calls. Reports what happens on the way and returns how the call ended; never throws, and ends at once when
 * the signal aborts, whatever the server does.
 */
export async function approveAndCallTool(
  deps: CallToolDeps,
  request: ToolCallRequest,
  report: (change: CallChange) => void,
  signal: AbortSignal,
): Promise<CallChange> {
  try {
    const approval = await approve(deps, request, report, signal)
    signal.throwIfAborted()
    if (approval.verdict !== 'allow') return { ...refusal(approval), endedAt: deps.clock.now() }
    const approved = approval.edited ? { approved: approval.arguments } : {}
    report({ state: 'running', startedAt: deps.clock.now(), why: approval.why, ...approved })
    await checkArguments(deps.checker, request, approval.arguments, signal)
    const result = await untilAborted(run(deps.pool, { ...request, arguments: approval.arguments }, report, signal), signal)
    return { ...resultChange(result), endedAt: deps.clock.now() }
  } catch (thrown) {
    return { ...ending(thrown, signal), endedAt: deps.clock.now() }
  }
}

async function approve(
  deps: CallToolDeps,
  request: ToolCallRequest,
  report: (change: CallChange) => void,
  signal: AbortSignal,
): Promise<Approval> {
  if (request.startedBy === 'person') return untilAborted(deps.approvals.approveOwn(request), signal)
  const beforeAsking = async (): Promise<void> => {
    signal.throwIfAborted()
    report({ state: 'waitingApproval' })
    // Whoever listens writes it down before the question is there: a crash must not find a question without its waiting call.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return untilAborted(deps.approvals.approve({ ...request, beforeAsking }, signal), signal)
}

async function checkArguments(checker: ArgumentChecker, request: ToolCallRequest, value: JsonObject, signal: AbortSignal): Promise<void> {
  const { server, tool } = request
  const check = (args: JsonObject): Promise<ArgumentVerdict> =>
    untilAborted(checker.check(server.id, tool.inputSchema, args, signal), signal)
  const asWritten = await check(value)
  const checked = asWritten.verdict === 'invalid' ? await check(dropNullArguments(tool.inputSchema, value)) : asWritten
  switch (checked.verdict) {
    case 'valid':
      return
    case 'invalid':
      throw new AppError(
        'INVALID_ARGUMENTS',
        { reason: 'tools.argumentsDoNotFit', params: { tool: tool.name } },
        { said: checked.errors.join('\n') },
      )
    case 'unverifiable':
      throw new AppError('INVALID_ARGUMENTS', { reason: 'tools.argumentsUnchecked', params: { tool: tool.name, why: checked.reason } })
    default:
      return assertNever(checked)
  }
}

function run(pool: ToolCaller, request: ToolCallRequest, report: (change: CallChange) => void, signal: AbortSignal): Promise<ToolResult> {
  return pool.callTool(
    {
      serverId: request.server.id,
      tool: request.tool.name,
      arguments: request.arguments,
      definitionHash: request.tool.hash,
      callId: request.callId,
      conversationId: request.conversationId,
      ...(request.accountId !== undefined && { accountId: request.accountId }),
      ...onTheWay(report),
    },
    signal,
  )
}

/** What a server tells of a call before its end, as changes of the call. */
export function onTheWay(report: (change: CallChange) => void): Pick<ServerCall, 'onProgress' | 'onWaiting' | 'onTask'> {
  return {
    onProgress: (progress) => report({ progress }),
    onWaiting: (waiting) => report({ state: waiting ? 'waitingAnswer' : 'running' }),
    onTask: (task) => report({ task }),
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
      ? new AppError('POLICY', { reason: 'approvals.forbidden', params: { why: why.reason } })
      : new AppError(
          'DENIED',
          { reason: why.by === 'rule' ? 'approvals.deniedByRule' : 'approvals.deniedByYou' },
          { ...(word && { said: word }) },
        )
  return { state: 'denied', why, error: error.toData() }
}

/** How a call ended that brought nothing. */
export function ending(thrown: unknown, signal: AbortSignal): CallChange {
  if (signal.aborted) return { state: 'stopped', error: AppError.from(signal.reason).toData() }
  return { state: 'failed', error: AppError.from(thrown).toData() }
}
