import type { Call } from '../../../shared/domain/chat'
import type { CallId, ConversationId } from '../../../shared/domain/ids'
import { useConversation } from '../../rpc/useConversation'

/** Returns the current state of a conversation's calls. Empty until the conversation has loaded. */
export function useQuestionCalls(conversationId: ConversationId, callIds: readonly CallId[]): readonly Call[] {
  const feed = useConversation(conversationId)
  if (feed.status !== 'ready') return []
  return feed.conversation.messages
    .flatMap((message) => message.parts)
    .flatMap((part) => (part.kind === 'call' && callIds.includes(part.call.id) ? [part.call] : []))
}
