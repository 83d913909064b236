import type { Why } from '../../shared/domain/chat'
import { AppError } from '../../shared/errors/appError'
import type { Message } from '../../shared/i18n/message'

/** The error of a call that the policy forbids: why, and whom to ask. */
export function forbiddenError(why: Pick<Why, 'reason' | 'ask'>): AppError {
  return new AppError('POLICY', { reason: 'approvals.forbidden', params: forbiddenParams(why) })
}

/** Pure: why the policy forbids something, and whom to ask, for a text. */
export function forbiddenParams({ reason, ask = { id: 'policy.askManager' } }: Pick<Why, 'reason' | 'ask'>): {
  readonly why: Message
  readonly ask: Message
} {
  return { why: reason, ask }
}
