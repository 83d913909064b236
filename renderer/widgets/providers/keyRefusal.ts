import { LONGEST_KEY } from '../../../shared/domain/models/keyLength'
import { AppError, type AppErrorData } from '../../../shared/errors/appError'

/** Pure: returns why a text cannot be a key, before anybody is asked. Undefined when it may be one. */
export function keyRefusal(key: string): AppErrorData | undefined {
  return key.trim().length <= LONGEST_KEY ? undefined : new AppError('INVALID_INPUT', { reason: 'models.keyTooLong' }).toData()
}

/** What a failed trial says of a key. `never`: it cannot be one. `refused`: its provider does not take it. `untried`: nobody could say. */
export type FailedTrial = 'never' | 'refused' | 'untried'

/** Pure: returns what a failed trial says of the key that was tried. */
export function failedTrial({ code, reason }: Pick<AppErrorData, 'code' | 'reason'>): FailedTrial {
  if (code === 'INVALID_INPUT' || code === 'POLICY' || reason === 'models.keyCharacters') return 'never'
  return code === 'MODEL_REFUSED_KEY' ? 'refused' : 'untried'
}
