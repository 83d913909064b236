import type { ConversationId } from '../../../../shared/domain/ids'
import { callHost } from '../../../rpc/callHost'
import { clearChatError, showChatError } from '../chatErrors'

/** Lets the last turn go on where it ended too early. */
export function retryAnswer(conversationId: ConversationId): void {
  clearChatError()
  callHost('chat.retry', { conversationId }).catch(showChatError(conversationId))
}
