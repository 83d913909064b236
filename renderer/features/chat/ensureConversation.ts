import type { ConversationId, ProjectId } from '../../../shared/domain/ids'
import { callHost } from '../../rpc/callHost'
import { giveToConversation } from '../../state/draftAttachments'
import { openConversationSettings, showChat, useNavigation } from '../../state/navigation'
import { giveAccountsTo, useNewChatChoices } from './newChatChoices'

/** New chats that are becoming conversations, by their project: two changes at once make one conversation. */
const becoming = new Map<ProjectId | undefined, Promise<ConversationId>>()

let newChatInFront: (() => Promise<ConversationId>) | undefined

/** Tells how the new chat on the screen becomes a conversation, with what is written in it. Returns what ends that. */
export function putNewChatInFront(become: () => Promise<ConversationId>): () => void {
  newChatInFront = become
  return () => {
    if (newChatInFront === become) newChatInFront = undefined
  }
}

/**
 * Returns the conversation in front. If it is a new chat, creates the conversation and moves what waits in the new chat to it. The
 * conversation stays in front even if the caller's next step fails, so that a second try does not create another one.
 */
export async function ensureConversation(): Promise<ConversationId> {
  const { conversationId: inFront, newChatProject } = useNavigation.getState()
  return inFront ?? (await (newChatInFront?.() ?? conversationOfNewChat(newChatProject)))
}

/** Creates the conversation that the new chat becomes, also where another one has come to the front meanwhile. That one stays there. */
export async function conversationOfNewChat(projectId: ProjectId | undefined): Promise<ConversationId> {
  const created = becoming.get(projectId) ?? create(projectId).finally(() => becoming.delete(projectId))
  becoming.set(projectId, created)
  return await created
}

async function create(projectId: ProjectId | undefined): Promise<ConversationId> {
  const { conversationId } = await callHost('chat.create', { model: useNewChatChoices.getState().model, projectId })
  const { conversationSettings, conversationId: inFront } = useNavigation.getState()
  if (inFront === undefined) {
    showChat(conversationId)
    // Its settings stay open: it is the same chat.
    openConversationSettings(conversationSettings)
  }
  giveToConversation(conversationId)
  await giveAccountsTo(conversationId)
  return conversationId
}
