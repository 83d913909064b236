import { memo, useId, useState } from 'react'
import type { ConversationSummary } from '../../../shared/domain/chat'
import { useHostMutation } from '../../rpc/useHostQuery'
import { StatusIcon } from '../../ui/StatusIcon'
import { RenameField } from '../../ui/form/RenameField'
import { classNames } from '../../ui/classNames'
import { NavLink } from '../NavLink'
import { showChat } from '../../state/navigation'
import { t } from '../../i18n/t'
import { conversationMark, conversationMarkShapes } from '../../widgets/conversations/conversationMark'
import { conversationMenuEntries } from '../../widgets/conversations/conversationMenuEntries'
import { startDrag } from '../../widgets/conversations/conversationDrag'
import { ConversationRowMenu } from './ConversationRowMenu'
import { endSelection } from '../../widgets/conversations/conversationSelection'

export interface ConversationRowProps {
  readonly conversation: ConversationSummary
  readonly current: boolean
  readonly selected: boolean
  /** A question of this conversation waits for the person. */
  readonly waiting: boolean
  /** It stands below the name of a folder, or of the archive. */
  readonly inset: boolean
  /** The name of its project. */
  readonly project?: string | undefined
}

/** One conversation in the sidebar: it opens, can be selected and dragged, and has a menu, also for the other button of the mouse. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, current, selected, waiting, inset, project } = props
  const [renaming, setRenaming] = useState(false)
  const [menu, setMenu] = useState(false)
  const titleId = useId()
  const projectId = useId()
  if (renaming) return <Rename conversation={conversation} onEnd={() => setRenaming(false)} />
  const mark = conversationMark(conversation, waiting)
  const unread = conversation.unread === true && !current && (mark === undefined || mark === 'failed')
  return (
    <div
      className="group relative"
      data-conversation={conversation.id}
      data-drop={conversation.folder ?? 'none'}
      draggable
      onDragStart={(event) => startDrag(event, conversation)}
      onContextMenu={(event) => {
        event.preventDefault()
        setMenu(true)
      }}
    >
      <NavLink
        to="conversation"
        data-line
        current={current}
        aria-describedby={project === undefined ? undefined : projectId}
        onGo={() => {
          endSelection()
          showChat(conversation.id)
        }}
        className={classNames(
          'group-focus-within:pe-8 group-hover:pe-8 group-has-data-[state=open]:pe-8',
          inset && 'ps-4',
          unread && 'font-label text-text',
          selected && 'bg-accent-soft hover:bg-accent-soft',
        )}
      >
        <span id={titleId} {...(conversation.title && { translate: 'no', dir: 'auto' })} className="cut grow">
          {conversation.title || t('layout.newChat')}
        </span>
        {selected && <span className="sr-only">{t('layout.conversation.selected')}</span>}
        {mark && (
          <>
            <StatusIcon shape={conversationMarkShapes[mark]} size={10} />
            <span className="sr-only">{t(`layout.conversation.${mark}`)}</span>
          </>
        )}
        {unread && (
          <>
            {mark === undefined && <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-accent" />}
            <span className="sr-only">{t('layout.conversation.unread')}</span>
          </>
        )}
      </NavLink>
      {project !== undefined && (
        <span id={projectId} hidden>
          {t('projects.project')} <bdi translate="no">{project}</bdi>
        </span>
      )}
      <ConversationRowMenu
        label={t('layout.conversation.more')}
        describedBy={titleId}
        open={menu}
        onOpen={setMenu}
        entries={conversationMenuEntries(conversation, { onRename: () => setRenaming(true) })}
      />
    </div>
  )
})

function Rename({ conversation, onEnd }: { readonly conversation: ConversationSummary; readonly onEnd: () => void }) {
  const rename = useHostMutation('chat.rename')
  return (
    <div className="px-0.5 py-px">
      <RenameField
        label={t('layout.conversation.name')}
        name={conversation.title}
        maxLength={200}
        onName={(title) => rename.mutate({ conversationId: conversation.id, title })}
        onEnd={onEnd}
      />
    </div>
  )
}
