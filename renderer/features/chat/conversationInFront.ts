import type { ConversationId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { giveToConversation } from '../../shell/attachStore'
import { showChat, useScreen } from '../../shell/screen'
import { giveAccountsTo, useNewChatStore } from './newChatStore'

/**
 * The conversation in front. A new chat becomes one, with what waits beside its composer; it stays in front also when what it was made
 * for fails, so that a second try does not make another.
 */
export async function conversationInFront(): Promise<ConversationId> {
  const inFront = useScreen.getState().conversationId
  if (inFront !== undefined) return inFront
  const { conversationId } = await callHost('chat.create', { model: useNewChatStore.getState().model })
  showChat(conversationId)
  giveToConversation(conversationId)
  await giveAccountsTo(conversationId)
  return conversationId
}
