import type { ConversationId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { showChatError } from './chatErrors'

/** Stops the model and the calls of the running turn. */
export function stopTurn(conversationId: ConversationId): void {
  callHost('chat.stop', { conversationId }).catch(showChatError(conversationId))
}
