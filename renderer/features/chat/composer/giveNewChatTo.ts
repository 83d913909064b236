import type { ConversationId } from '../../../../shared/domain/ids'
import { giveToConversation } from '../../../state/draftAttachments'
import { showChat, useNavigation } from '../../../state/navigation'
import { keepDraftFiles, moveFiles } from '../files/draftFiles'
import { giveAccountsTo } from '../newChatChoices'
import { giveOutgoingTo } from './outgoingMessages'

/**
 * Gives a conversation what waits in the new chat that it was: what is attached, files that are on their way, the accounts.
 * @param isOpen whether the new chat is still in front: then the conversation is from now on
 * @throws {AppError}
 */
export async function giveNewChatTo(id: ConversationId, isOpen: () => boolean): Promise<void> {
  await giveAccountsTo(id)
  giveOutgoingTo(id)
  const hasFiles = moveFiles('new', id)
  if (isOpen()) showChat(id)
  giveToConversation(id)
  if (hasFiles) await keepDraftFiles(id)
}

/**
 * Gives the same to a conversation that is being created for a new chat which the person has left. The Chat view returns to it.
 * @throws {AppError}
 */
export async function giveLeftChatTo(created: Promise<ConversationId>): Promise<ConversationId> {
  // Now: what is attached from here on belongs to the next new chat.
  const place = `left ${crypto.randomUUID()}` as const
  const hasFiles = moveFiles('new', place)
  try {
    const id = await created
    moveFiles(place, id)
    const { view, conversationId } = useNavigation.getState()
    if (view !== 'chat' && conversationId === undefined) useNavigation.setState({ conversationId: id })
    giveToConversation(id)
    if (hasFiles) await keepDraftFiles(id)
    await giveAccountsTo(id)
    return id
  } finally {
    // It could not be created.
    moveFiles(place, 'new')
  }
}
