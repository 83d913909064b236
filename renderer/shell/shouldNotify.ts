import type { ConversationId } from '../../shared/domain/ids'
import type { Question } from '../../shared/domain/question'
import type { View } from '../state/navigation'

/** Where the person looks. */
interface Looking {
  /** Whether at Parley at all. */
  readonly here: boolean
  readonly view: View
  readonly conversationId: ConversationId | undefined
}

/**
 * Pure: whether the desktop tells of a question that has just come. To somebody who looks elsewhere, of every one; to somebody who looks at
 * Parley, only of what holds up another conversation: theirs opens a dialog, the Inbox shows all, and what holds up nothing has time.
 */
export function shouldNotify({ asker }: Question, { here, view, conversationId }: Looking): boolean {
  if (!here) return true
  if (view === 'inbox' || asker.callIds.length === 0) return false
  return view !== 'chat' || asker.conversationId !== conversationId
}
