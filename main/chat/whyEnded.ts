import type { Call, Why } from '../../shared/domain/chat'
import type { MessageId } from '../../shared/i18n/message'

/**
 * Pure: why a call that has ended was, or was not, allowed to run. About one that ended before a decision nobody has to decide any more, so its
 * reason is what happened instead.
 */
export function whyEnded({ why, error }: Pick<Call, 'why' | 'error'>): Why {
  return why.by === 'pending' ? { by: 'pending', reason: { id: reasonOf(error?.reason) } } : why
}

function reasonOf(reason: string | undefined): MessageId {
  switch (reason) {
    case 'tools.argumentsDoNotFit':
      return 'approvals.why.argumentsDoNotFit'
    case 'tools.argumentsUnchecked':
      return 'approvals.why.argumentsUnchecked'
    default:
      return 'approvals.why.endedUndecided'
  }
}
