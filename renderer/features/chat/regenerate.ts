import type { ConversationId, MessageId, ModelRef } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { clearChatError, showChatError } from './chatErrors'

/** Asks for another version of an answer, of the conversation's model or of another one. */
export function regenerate(conversationId: ConversationId, messageId: MessageId, model?: ModelRef): void {
  clearChatError()
  callHost('chat.regenerate', { conversationId, messageId, ...(model !== undefined && { model }) }).catch(showChatError(conversationId))
}

/**
 * Lets another model answer, and from then on in this conversation.
 * @param partly Whether something of the answer came: that stays as a version of its own.
 */
export async function answerWith(conversationId: ConversationId, messageId: MessageId, model: ModelRef, partly: boolean): Promise<void> {
  clearChatError()
  try {
    await callHost('chat.setModel', { conversationId, model })
    if (partly) await callHost('chat.regenerate', { conversationId, messageId, model })
    else await callHost('chat.retry', { conversationId })
  } catch (thrown) {
    showChatError(conversationId)(thrown)
  }
}
