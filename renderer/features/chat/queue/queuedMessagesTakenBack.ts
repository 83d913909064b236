import { joinTexts } from '../../../../shared/domain/queue/draftText'
import type { ConversationId } from '../../../../shared/domain/ids'

const underWay = new Map<ConversationId, Promise<string>>()

/**
 * Notes that queued messages are on their way back into the unsent input of a conversation.
 * @param taking Resolves to the text that the host has added to the input and that no composer shows.
 */
export function noteTakingBack(conversationId: ConversationId, taking: Promise<string>): void {
  const settled = taking.catch(() => '')
  const all = Promise.all([underWay.get(conversationId) ?? '', settled]).then(joinTexts)
  underWay.set(conversationId, all)
  void all.then(() => underWay.get(conversationId) === all && underWay.delete(conversationId))
}

/** Returns what is on its way back, as `noteTakingBack` got it. A save of the unsent input waits for it, and keeps it. Undefined if nothing is. */
export const takenBack = (conversationId: ConversationId): Promise<string> | undefined => underWay.get(conversationId)
