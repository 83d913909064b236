import type { ConversationId } from '../../shared/domain/ids'
import type { Question } from '../../shared/domain/question'
import type { View } from '../state/navigation'

/** What the person is looking at. */
interface Looking {
  /** Whether Parley has the focus. */
  readonly here: boolean
  readonly view: View
  readonly conversationId: ConversationId | undefined
}

/**
 * Pure: whether the desktop notifies the person of a new question. If Parley does not have the focus, it does so for every question.
 * Otherwise it does so only for a question that delays a call of another conversation. The open conversation shows a dialog or a card, the Inbox
 * shows all questions, and a question that delays nothing can wait.
 */
export function shouldNotify({ asker }: Question, { here, view, conversationId }: Looking): boolean {
  if (!here) return true
  if (view === 'inbox' || asker.callIds.length === 0) return false
  return view !== 'chat' || asker.conversationId !== conversationId
}
