import { create } from 'zustand'
import type { ConversationFolder, ConversationSummary } from '../../../shared/domain/chat'
import type { ConversationFolderId, ConversationId } from '../../../shared/domain/ids'
import { AppError } from '../../../shared/errors/appError'
import type { Arrangement } from '../../../shared/rpc/conversations'
import { callHost } from '../../rpc/callHost'
import { showChat, useNavigation } from '../../state/navigation'
import { offerUndo } from '../../state/undoStore'
import { t } from '../../i18n/t'
import { endSelection } from './conversationSelection'

/** What could not be done in the list last, until the next try. */
export const useListFailure = create<{ readonly failed: AppError | undefined }>(() => ({ failed: undefined }))

/** Does something in the list. A failure is shown above it. */
export function attempt(work: () => Promise<void>): void {
  useListFailure.setState({ failed: undefined })
  void work().catch((thrown: unknown) => useListFailure.setState({ failed: AppError.from(thrown) }))
}

const idsOf = (conversations: readonly ConversationSummary[]): ConversationId[] => conversations.map(({ id }) => id)

/** Pins or marks conversations, or moves them to a folder. Ends the selection, because it was for this. */
export function arrange(conversations: readonly ConversationSummary[], change: Arrangement): void {
  attempt(async () => {
    await callHost('conversations.arrange', { conversationIds: idsOf(conversations), change })
    endSelection()
  })
}

/** Marks conversations as unread. One that is in front would be read at once, so it gives way. */
export function markUnread(conversations: readonly ConversationSummary[]): void {
  if (conversations.some(({ id }) => id === useNavigation.getState().conversationId)) leave()
  arrange(conversations, { unread: true })
}

/** Puts conversations away, with an undo. */
export function archive(conversations: readonly ConversationSummary[]): void {
  const conversationIds = idsOf(conversations)
  attempt(async () => {
    await callHost('conversations.arrange', { conversationIds, change: { archived: true } })
    endSelection()
    offerUndo(sentence('archived', conversations), () =>
      attempt(() => callHost('conversations.arrange', { conversationIds, change: { archived: false } })),
    )
  })
}

/** Deletes conversations, with one undo for all. */
export function remove(conversations: readonly ConversationSummary[]): void {
  attempt(async () => {
    const { conversationId: front } = useNavigation.getState()
    const wasInFront = conversations.some(({ id }) => id === front)
    // First: what is deleted while it is in front is said to be gone.
    if (wasInFront) leave()
    const { undoId } = await callHost('chat.remove', { conversationIds: idsOf(conversations) }).catch((thrown: unknown) => {
      if (wasInFront && front !== undefined) showChat(front)
      throw thrown
    })
    endSelection()
    const single = conversations.length === 1 ? conversations[0]?.id : undefined
    offerUndo(sentence('deleted', conversations), () =>
      attempt(async () => {
        await callHost('chat.restore', { undoId })
        const back = single ?? (wasInFront ? front : undefined)
        if (back !== undefined) showChat(back)
      }),
    )
  })
}

/** Removes a folder, with an undo. */
export function removeFolder({ id, name }: ConversationFolder): void {
  attempt(async () => {
    const { undoId } = await callHost('conversations.removeFolder', { folderId: id })
    offerUndo(t('layout.folder.deleted', { name }), () => attempt(() => callHost('conversations.restoreFolder', { undoId })))
  })
}

/** Makes a folder with these conversations in it. */
export function moveToNewFolder(conversations: readonly ConversationSummary[], name: string): void {
  attempt(async () => {
    const { folderId } = await callHost('conversations.createFolder', { name })
    await callHost('conversations.arrange', { conversationIds: idsOf(conversations), change: { folder: folderId } })
    endSelection()
  })
}

/** Moves a folder one place up or down. */
export function shiftFolder(folders: readonly ConversationFolder[], folderId: ConversationFolderId, by: -1 | 1): void {
  const from = folders.findIndex(({ id }) => id === folderId)
  const before = folders[by === -1 ? from - 1 : from + 2]?.id ?? null
  attempt(() => callHost('conversations.moveFolder', { folderId, before }))
}

/** Sets the place in front free. The view stays. */
function leave(): void {
  useNavigation.setState({ conversationId: undefined })
}

function sentence(what: 'archived' | 'deleted', conversations: readonly ConversationSummary[]): string {
  const [first, ...others] = conversations
  if (first && others.length === 0) return t(`layout.conversation.${what}`, { title: first.title || t('layout.newChat') })
  return t(`layout.conversations.${what}`, { count: conversations.length })
}
