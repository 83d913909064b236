import { AppError } from '../../../shared/errors/appError'

/** How the library says that an answer ended, and how the provider did. */
export interface Finish {
  readonly finishReason: string
  readonly rawFinishReason?: string | undefined
}

/** What came of the answer: words or calls, thoughts. */
export interface Came {
  readonly said: boolean
  readonly thought: boolean
}

/** Nothing for an answer that ended well. */
export interface AnswerEnding {
  /** The answer is complete, and the person is told this of it. */
  readonly notice?: AppError
  /** It is not, and no call of it may be made. */
  readonly failure?: AppError
}

/** Gemini has stopped, as it could not read the call that it was writing. */
const UNREADABLE_CALL = ['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL']

/**
 * Pure: returns what the end of an answer means. Endpoints end answers that are whole with reasons of their own, which the library calls
 * "other". An answer without any end broke off.
 */
export function answerEnding({ finishReason, rawFinishReason: raw }: Finish, { said, thought }: Came, modelName: string): AnswerEnding {
  const params = { model: modelName }
  if (finishReason === 'interrupted' || (finishReason === 'other' && raw === undefined && !said)) {
    return { failure: new AppError('MODEL_CUT_OFF', { reason: 'models.brokeOff', params }) }
  }
  if (raw !== undefined && UNREADABLE_CALL.includes(raw)) {
    return { failure: new AppError('MODEL_ERROR', { reason: 'chat.unreadableCall', params }) }
  }
  // Some endpoints write so what went wrong behind them.
  if (finishReason === 'error' || raw === 'error') return { failure: new AppError('MODEL_ERROR', { reason: 'models.reported', params }) }
  if (finishReason === 'length') return { notice: new AppError('MODEL_CUT_OFF', { reason: 'chat.longestAnswer', params }) }
  if (finishReason === 'content-filter') return { notice: new AppError('MODEL_FILTERED', { reason: 'chat.contentFilter', params }) }
  if (said) return {}
  return { notice: new AppError('MODEL_EMPTY', { reason: thought ? 'chat.onlyThought' : 'chat.emptyAnswer', params }) }
}
