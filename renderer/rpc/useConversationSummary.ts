import type { ConversationSummary } from '../../shared/domain/chat'
import type { ConversationId } from '../../shared/domain/ids'
import { useTopic } from './useTopic'

/** Returns what the lists say of a conversation, also of a temporary one. Undefined if there is none. */
export function useConversationSummary(conversationId: ConversationId | undefined): ConversationSummary | undefined {
  const find = (list: readonly ConversationSummary[]) => list.find(({ id }) => id === conversationId)
  const kept = useTopic('chat.conversations', find)
  const temporary = useTopic('chat.temporary', find)
  return kept ?? temporary
}
