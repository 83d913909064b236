import type { ConversationId, MessageId, ModelRef } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { clearChatError, showChatError } from './chatErrors'

/** Asks for another version of an answer, of the conversation's model or of another one. */
export function regenerate(conversationId: ConversationId, messageId: MessageId, model?: ModelRef): void {
  clearChatError()
  callHost('chat.regenerate', { conversationId, messageId, ...(model !== undefined && { model }) }).catch(showChatError(conversationId))
}
