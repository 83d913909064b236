import type { AppErrorData } from '../../../../shared/errors/appError'
import type { StatusShape } from '../../../ui/StatusIcon'

/**
 * What a person can do about an answer that did not come, the best first. `key`: put in another key. `retry`: the same model goes on.
 * `continue`: it goes on with an answer that is only too long. `model`: another model answers. `provider`: look at the provider's settings. `newChat`: a new conversation with
 * the same message. `summarize`: a summary stands for the older part, and the same model goes on.
 */
export type FailedAnswerAction = 'key' | 'retry' | 'continue' | 'model' | 'provider' | 'newChat' | 'summarize'

/** Pure: returns what helps against a failure. */
export function failedAnswerActions({ code, reason }: Pick<AppErrorData, 'code' | 'reason'>): readonly FailedAnswerAction[] {
  switch (code) {
    case 'MODEL_REFUSED_KEY':
    case 'SECRET_MISSING':
      return ['key', 'retry', 'model', 'provider']
    case 'MODEL_RATE_LIMITED':
    case 'MODEL_OVERLOADED':
    case 'MODEL_EMPTY':
    case 'MODEL_FILTERED':
    case 'TIMED_OUT':
    case 'POLICY':
      return ['retry', 'model']
    case 'MODEL_CUT_OFF':
      return reason === 'chat.longestAnswer' ? ['continue'] : ['retry', 'model']
    case 'STEP_LIMIT':
      return ['continue']
    case 'MODEL_TOO_LONG':
      return ['summarize', 'model', 'newChat', 'retry']
    case 'MODEL_MISSING':
      return ['model', 'retry']
    case 'MODEL_QUOTA':
    case 'MODEL_UNREACHABLE':
    case 'MODEL_ERROR':
      return ['retry', 'model', 'provider']
    default:
      return ['retry']
  }
}

/** Pure: returns the shape that stands before a failure: broken, needs a choice, ended, or cut off. */
export function shapeOf({ code }: Pick<AppErrorData, 'code'>): StatusShape {
  if (code === 'MODEL_QUOTA' || code === 'MODEL_TOO_LONG' || code === 'MODEL_MISSING') return 'ask'
  if (code === 'MODEL_EMPTY' || code === 'MODEL_FILTERED' || code === 'STEP_LIMIT') return 'stopped'
  return code === 'MODEL_CUT_OFF' ? 'cutOff' : 'failed'
}
