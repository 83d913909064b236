import type { ConversationId } from '../../../../shared/domain/ids'
import { giveToConversation } from '../../../state/draftAttachments'
import { showChat, useNavigation } from '../../../state/navigation'
import { showChatError } from '../chatErrors'
import { keepDraftFiles, moveFiles } from '../files/draftFiles'
import { giveAccountsTo } from '../newChatChoices'
import { giveOutgoingTo } from './outgoingMessages'

/**
 * Gives a conversation what waits in the new chat that it was: messages on their way, files, also those that are uploaded, and the accounts.
 * `showInFront` gives it the rest.
 * @throws {AppError} when the host refuses the accounts
 */
export async function giveNewChatTo(id: ConversationId): Promise<void> {
  await giveAccountsTo(id)
  giveOutgoingTo(id)
  if (moveFiles('new', id)) keepDraftFiles(id).catch(showChatError(id))
}

/** Shows the conversation in the place of the new chat that it was, if that is still in front, and gives it what is attached there. */
export function showInFront(id: ConversationId, isOpen: boolean): void {
  if (isOpen) showChat(id)
  giveToConversation(id)
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
