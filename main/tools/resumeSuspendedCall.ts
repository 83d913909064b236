import type { CallId, ConversationId, ServerId } from '../../shared/domain/ids'
import { AppError, type ErrorCode } from '../../shared/errors/appError'
import { untilAborted } from '../lib/untilAborted'
import { ending, progressHandlers, resultChange, type CallChange, type CallToolDeps, type ReportCall } from './approveAndCallTool'

/** A call whose server had asked a person something when Parley last stopped. It was approved and sent before that. */
export interface SuspendedCallRef {
  readonly callId: CallId
  readonly conversationId: ConversationId
  readonly serverId: ServerId
}

/** The errors after which the call cannot go on, although nothing is wrong with the call itself. It can be made again. */
const CUT_OFF: ReadonlySet<ErrorCode> = new Set(['INTERRUPTED', 'NOT_FOUND', 'CONFLICT', 'UNKNOWN_TOOL', 'SERVER_NOT_READY', 'POLICY'])

/** Asks a person the same question again and resumes the call. Returns how it ended; never throws. */
export async function resumeSuspendedCall(
  { pool, clock }: Pick<CallToolDeps, 'pool' | 'clock'>,
  call: SuspendedCallRef,
  report: ReportCall,
  signal: AbortSignal,
): Promise<CallChange> {
  try {
    const result = await untilAborted(pool.resumeSuspendedCall({ ...call, ...progressHandlers(report) }, signal), signal)
    return { ...resultChange(result), endedAt: clock.now() }
  } catch (thrown) {
    const error = AppError.from(thrown)
    if (!signal.aborted && CUT_OFF.has(error.code)) return { state: 'cutOff', error: error.toData(), endedAt: clock.now() }
    return { ...ending(thrown, signal), endedAt: clock.now() }
  }
}
