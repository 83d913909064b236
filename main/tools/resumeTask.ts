import type { CallId, ConversationId, AccountId, ServerId } from '../../shared/domain/ids'
import type { CallTask } from '../../shared/domain/task'
import { AppError } from '../../shared/errors/appError'
import { untilAborted } from '../lib/untilAborted'
import { ending, onTheWay, resultChange, type CallChange, type CallToolDeps } from './approveAndCallTool'

/** A call that a server took over as a task before Parley last ended. It was approved then, and has been sent. */
export interface ResumedCall {
  readonly callId: CallId
  readonly conversationId: ConversationId
  readonly serverId: ServerId
  readonly accountId?: AccountId
  readonly task: CallTask
}

/** Goes on waiting for such a call, and returns how it ended; never throws. Where its server is another one now, the call is cut off. */
export async function resumeTask(
  { pool, clock }: Pick<CallToolDeps, 'pool' | 'clock'>,
  { task, ...call }: ResumedCall,
  report: (change: CallChange) => void,
  signal: AbortSignal,
): Promise<CallChange> {
  report({ state: 'running', task })
  try {
    const result = await untilAborted(pool.resumeTask({ ...call, ...onTheWay(report) }, signal), signal)
    return { ...resultChange(result), endedAt: clock.now() }
  } catch (thrown) {
    const error = AppError.from(thrown)
    if (!signal.aborted && error.code === 'INTERRUPTED') return { state: 'cutOff', error: error.toData(), endedAt: clock.now() }
    return { ...ending(thrown, signal), endedAt: clock.now() }
  }
}
