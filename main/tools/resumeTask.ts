import type { CallId, ConversationId, AccountId, ServerId } from '../../shared/domain/ids'
import type { CallTask } from '../../shared/domain/task'
import { AppError } from '../../shared/errors/appError'
import { untilAborted } from '../lib/untilAborted'
import { ending, progressHandlers, resultChange, type CallChange, type CallToolDeps, type ReportCall } from './approveAndCallTool'

/** A call that a server ran as a task when Parley last stopped. It was approved and sent before that. */
export interface ResumedCall {
  readonly callId: CallId
  readonly conversationId: ConversationId
  readonly serverId: ServerId
  readonly accountId?: AccountId
  readonly task: CallTask
}

/** Waits for such a call again and returns how it ended; never throws. If its server has been replaced, the call is cut off. */
export async function resumeTask(
  { pool, clock }: Pick<CallToolDeps, 'pool' | 'clock'>,
  { task, ...call }: ResumedCall,
  report: ReportCall,
  signal: AbortSignal,
): Promise<CallChange> {
  void report({ state: 'running', task })
  try {
    const result = await untilAborted(pool.resumeTask({ ...call, ...progressHandlers(report) }, signal), signal)
    return { ...resultChange(result), endedAt: clock.now() }
  } catch (thrown) {
    const error = AppError.from(thrown)
    if (!signal.aborted && error.code === 'INTERRUPTED') return { state: 'cutOff', error: error.toData(), endedAt: clock.now() }
    return { ...ending(thrown, signal), endedAt: clock.now() }
  }
}
