import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import type { ConversationFolder } from '../../../shared/domain/chat'
import { callHost } from '../../rpc/callHost'
import { RenameField } from '../../ui/form/RenameField'
import { classNames } from '../../ui/classNames'
import { t } from '../../i18n/t'
import { attempt, removeFolder, shiftFolder } from '../../widgets/conversations/conversationListActions'
import { useDrag } from '../../widgets/conversations/conversationDrag'
import { ConversationRowMenu } from './ConversationRowMenu'

export interface ConversationFolderRowProps {
  readonly folder: ConversationFolder
  readonly count: number
  readonly position: number
  readonly folders: readonly ConversationFolder[]
}

/** A folder of the list: its conversations are shown or not, it takes what is dropped on it, and has a menu. */
export function ConversationFolderRow({ folder, count, position, folders }: ConversationFolderRowProps) {
  const [renaming, setRenaming] = useState(false)
  const nameId = useId()
  const over = useDrag((drag) => drag.over === folder.id)
  if (renaming) {
    return (
      <div className="px-0.5 py-px">
        <RenameField
          label={t('layout.folder.name')}
          name={folder.name}
          maxLength={100}
          onName={(name) => attempt(() => callHost('conversations.changeFolder', { folderId: folder.id, name }))}
          onEnd={() => setRenaming(false)}
        />
      </div>
    )
  }
  const open = folder.collapsed !== true
  return (
    <div className={classNames('group relative mt-2 rounded-2', over && 'bg-accent-soft')} data-drop={folder.id}>
      <Disclosure
        open={open}
        count={count}
        className="group-focus-within:pe-8 group-hover:pe-8 group-has-data-[state=open]:pe-8"
        onToggle={() => attempt(() => callHost('conversations.changeFolder', { folderId: folder.id, collapsed: open }))}
      >
        <span id={nameId} translate="no" dir="auto" className="cut">
          {folder.name}
        </span>
      </Disclosure>
      <ConversationRowMenu
        label={t('layout.folder.more')}
        describedBy={nameId}
        entries={[
          { kind: 'item', label: t('layout.folder.rename'), takesFocus: true, onSelect: () => setRenaming(true) },
          ...(position > 0
            ? [{ kind: 'item' as const, label: t('layout.folder.up'), onSelect: () => shiftFolder(folders, folder.id, -1) }]
            : []),
          ...(position < folders.length - 1
            ? [{ kind: 'item' as const, label: t('layout.folder.down'), onSelect: () => shiftFolder(folders, folder.id, 1) }]
            : []),
          { kind: 'line' },
          { kind: 'item', label: t('layout.folder.delete'), danger: true, onSelect: () => removeFolder(folder) },
        ]}
      />
    </div>
  )
}

export interface DisclosureProps {
  readonly open: boolean
  readonly count: number
  readonly className?: string
  readonly onToggle: () => void
  readonly children: ReactNode
}

/** A line that shows or hides the lines below it. */
export function Disclosure({ open, count, className, onToggle, children }: DisclosureProps) {
  const Icon = open ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      data-line
      aria-expanded={open}
      onClick={onToggle}
      className={classNames(
        'flex h-7 w-full items-center gap-1.5 rounded-2 px-2 text-12 font-label text-text-3 -outline-offset-2 hover:bg-hover',
        className,
      )}
    >
      <Icon size={13} strokeWidth={1.75} aria-hidden="true" className="shrink-0 rtl:-scale-x-100" />
      {children}
      <span className="ms-auto font-text tabular-nums">{t('layout.conversations.count', { count })}</span>
    </button>
  )
}
