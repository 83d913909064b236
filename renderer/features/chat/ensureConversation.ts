import type { ConversationId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { giveToConversation } from '../../state/draftAttachments'
import { showChat, useNavigation } from '../../state/navigation'
import { giveAccountsTo, useNewChatChoices } from './newChatChoices'

/**
 * Returns the conversation in front. If it is a new chat, creates the conversation and moves the waiting attachments to it. The
 * conversation stays in front even if the caller's next step fails, so that a second try does not create another one.
 */
export async function ensureConversation(): Promise<ConversationId> {
  const inFront = useNavigation.getState().conversationId
  if (inFront !== undefined) return inFront
  const { conversationId } = await callHost('chat.create', { model: useNewChatChoices.getState().model })
  showChat(conversationId)
  giveToConversation(conversationId)
  await giveAccountsTo(conversationId)
  return conversationId
}
