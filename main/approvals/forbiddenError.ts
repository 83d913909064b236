import type { Why } from '../../shared/domain/chat'
import { AppError } from '../../shared/errors/appError'

/** The error of a call that the policy forbids: why, and whom to ask. */
export function forbiddenError({ reason, ask = { id: 'policy.askManager' } }: Pick<Why, 'reason' | 'ask'>): AppError {
  return new AppError('POLICY', { reason: 'approvals.forbidden', params: { why: reason, ask } })
}
