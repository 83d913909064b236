import type { Call } from '../../../shared/domain/chat'
import type { CallId, ConversationId } from '../../../shared/domain/ids'
import { useConversation } from '../../rpc/useConversation'

/** Calls of a conversation, as they are now; none until it is there. */
export function useCallsOf(conversationId: ConversationId, callIds: readonly CallId[]): readonly Call[] {
  const feed = useConversation(conversationId)
  if (feed.status !== 'ready') return []
  return feed.conversation.messages
    .flatMap((message) => message.parts)
    .flatMap((part) => (part.kind === 'call' && callIds.includes(part.call.id) ? [part.call] : []))
}
