import type { ConversationId } from '../../../../shared/domain/ids'
import { useNavigation } from '../../../state/navigation'
import { isComposerEmpty } from '../../../state/typingActivity'
import { insertText } from '../composer/insertStore'

/**
 * Puts a text of an app into the message field, where the person can send it. Enter that they press in the app must not do that, so the keyboard
 * stays there. False when something stands in the field, or another conversation is in front.
 */
export function putMessage(conversationId: ConversationId, text: string): boolean {
  const { view, conversationId: inFront } = useNavigation.getState()
  if (view !== 'chat' || inFront !== conversationId || !isComposerEmpty()) return false
  insertText(text, { keepsFocus: true })
  return true
}
