import type { ConversationId } from '../../../shared/domain/ids'
import { useTopic } from '../../rpc/useTopic'

/** Returns the conversations of which a question waits for the person. */
export function useAskingConversations(): ReadonlySet<ConversationId> {
  const asking = useTopic('questions', ({ open }) => open.flatMap(({ asker }) => asker.conversationId ?? [])) ?? []
  return new Set(asking)
}
