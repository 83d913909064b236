import type { ConversationId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { giveToConversation } from '../../state/attachments'
import { showChat, useNavigation } from '../../state/navigation'
import { giveAccountsTo, useNewChatChoices } from './newChatChoices'

/**
 * The conversation in front. A new chat becomes one, with what waits beside its composer; it stays in front also when what it was made
 * for fails, so that a second try does not make another.
 */
export async function conversationInFront(): Promise<ConversationId> {
  const inFront = useNavigation.getState().conversationId
  if (inFront !== undefined) return inFront
  const { conversationId } = await callHost('chat.create', { model: useNewChatChoices.getState().model })
  showChat(conversationId)
  giveToConversation(conversationId)
  await giveAccountsTo(conversationId)
  return conversationId
}
