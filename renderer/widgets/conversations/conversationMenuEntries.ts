import type { ConversationSummary } from '../../../shared/domain/chat'
import type { ConversationId } from '../../../shared/domain/ids'
import { t } from '../../i18n/t'
import { runConversationExport } from '../../rpc/runConversationExport'
import { openExport } from '../../state/navigation'
import type { MenuEntry } from '../../ui/Menu'
import { archive, arrange, attempt, markUnread, remove } from './conversationListActions'
import { toggleSelected } from './conversationSelection'
import { askForFolder } from './moveToFolderStore'
import { askForProject } from './moveToProjectStore'

/** What differs between the places of the menu. */
export interface ConversationMenuPlace {
  readonly onRename: () => void
  /** Absent where the messages are not on the screen. */
  readonly onFind?: () => void
}

/** Everything that can be done with one conversation, for its line in the list and for its title. */
export function conversationMenuEntries(
  conversation: ConversationSummary,
  { onRename, onFind }: ConversationMenuPlace,
): readonly MenuEntry[] {
  const { id, pinned = false, archived = false, unread = false } = conversation
  const one = [conversation]
  return [
    { kind: 'item', label: t('layout.conversation.rename'), takesFocus: true, onSelect: onRename },
    {
      kind: 'item',
      label: pinned ? t('layout.conversation.unpin') : t('layout.conversation.pin'),
      onSelect: () => arrange(one, { pinned: !pinned }),
    },
    { kind: 'item', label: t('layout.conversation.move'), takesFocus: true, onSelect: () => askForFolder(one) },
    { kind: 'item', label: t('layout.conversation.moveToProject'), takesFocus: true, onSelect: () => askForProject(one) },
    {
      kind: 'item',
      label: unread ? t('layout.conversation.markRead') : t('layout.conversation.markUnread'),
      onSelect: () => (unread ? arrange(one, { unread: false }) : markUnread(one)),
    },
    { kind: 'item', label: t('layout.conversation.select'), onSelect: () => toggleSelected(id) },
    { kind: 'line' },
    ...conversationTextEntries(id, onFind),
    { kind: 'line' },
    archived
      ? { kind: 'item', label: t('layout.conversation.unarchive'), onSelect: () => arrange(one, { archived: false }) }
      : { kind: 'item', label: t('layout.conversation.archive'), onSelect: () => archive(one) },
    { kind: 'item', label: t('layout.conversation.delete'), danger: true, onSelect: () => remove(one) },
  ]
}

/** What can be done with the text of a conversation, also of one that is in no list. */
export function conversationTextEntries(id: ConversationId, onFind?: () => void): readonly MenuEntry[] {
  return [
    { kind: 'item', label: t('chat.copyConversation'), onSelect: () => attempt(() => copyConversation(id)) },
    { kind: 'item', label: t('chat.export'), takesFocus: true, onSelect: () => openExport(id) },
    ...(onFind ? [{ kind: 'item', label: t('chat.find'), takesFocus: true, onSelect: onFind } as const] : []),
  ]
}

/** Copies the messages in front with their calls, as Markdown. */
async function copyConversation(conversationId: ConversationId): Promise<void> {
  const request = { conversationId, to: 'page', format: 'markdown', calls: true, reasoning: false } as const
  const copied = await runConversationExport(request, { signal: new AbortController().signal, onProgress: () => undefined })
  await navigator.clipboard.writeText((await copied?.content?.text()) ?? '')
}
