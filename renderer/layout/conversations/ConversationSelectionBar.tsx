import { Archive, FolderInput, Layers, Pin, PinOff, Trash2, X, type LucideIcon } from 'lucide-react'
import type { ConversationSummary } from '../../../shared/domain/chat'
import { IconButton } from '../../ui/IconButton'
import { t } from '../../i18n/t'
import { archive, arrange, remove } from '../../widgets/conversations/conversationListActions'
import { askForProject } from '../../widgets/conversations/moveToProjectStore'
import { askForFolder } from '../../widgets/conversations/moveToFolderStore'
import { endSelection } from '../../widgets/conversations/conversationSelection'

/** What can be done with all selected conversations together. */
export function ConversationSelectionBar({ selected }: { readonly selected: readonly ConversationSummary[] }) {
  const pinned = selected.every((conversation) => conversation.pinned === true)
  const actions: readonly { readonly label: string; readonly Icon: LucideIcon; readonly run: () => void }[] = [
    {
      label: pinned ? t('layout.conversation.unpin') : t('layout.conversation.pin'),
      Icon: pinned ? PinOff : Pin,
      run: () => arrange(selected, { pinned: !pinned }),
    },
    { label: t('layout.conversation.move'), Icon: FolderInput, run: () => askForFolder(selected) },
    { label: t('layout.conversation.moveToProject'), Icon: Layers, run: () => askForProject(selected) },
    { label: t('layout.conversation.archive'), Icon: Archive, run: () => archive(selected) },
    { label: t('layout.conversation.delete'), Icon: Trash2, run: () => remove(selected) },
    { label: t('layout.conversations.endSelection'), Icon: X, run: endSelection },
  ]
  return (
    <div
      role="group"
      aria-label={t('layout.conversations.selection')}
      className="mx-2 mb-1 flex shrink-0 flex-wrap items-center rounded-2 border border-line-strong bg-raised py-0.5 ps-2.5 pe-1"
    >
      <span className="grow text-12">{t('layout.conversations.selected', { count: selected.length })}</span>
      {actions.map(({ label, Icon, run }) => (
        <IconButton key={label} size="small" label={label} icon={<Icon size={14} strokeWidth={1.75} aria-hidden="true" />} onClick={run} />
      ))}
    </div>
  )
}
