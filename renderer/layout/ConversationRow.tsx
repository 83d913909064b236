import { Pencil, Trash2 } from 'lucide-react'
import { memo, useId, useState } from 'react'
import type { ConversationSummary } from '../../shared/domain/chat'
import { callHost } from '../rpc/callHost'
import { useHostMutation } from '../rpc/useHostQuery'
import { IconButton } from '../ui/IconButton'
import { StatusIcon } from '../ui/StatusIcon'
import { RenameField } from '../ui/form/RenameField'
import { classNames } from '../ui/classNames'
import { offerUndo } from '../state/undoStore'
import { NavLink } from './NavLink'
import { showChat, useNavigation } from '../state/navigation'
import { t } from '../i18n/t'

export interface ConversationRowProps {
  readonly conversation: ConversationSummary
  readonly current: boolean
  /** A question of this conversation waits for the person. */
  readonly waiting: boolean
}

/** One conversation in the sidebar. It opens, is renamed in place, or is deleted with an undo. */
export const ConversationRow = memo(function ConversationRow({ conversation, current, waiting }: ConversationRowProps) {
  const [renaming, setRenaming] = useState(false)
  const titleId = useId()
  if (renaming) return <Rename conversation={conversation} onEnd={() => setRenaming(false)} />
  const mark = waiting || conversation.turn === 'waiting' ? 'ask' : conversation.turn === 'running' ? 'busy' : undefined
  return (
    <li className="group relative">
      <NavLink
        to="conversation"
        current={current}
        onGo={() => showChat(conversation.id)}
        className="pe-2 group-focus-within:pe-14 group-hover:pe-14"
      >
        <span id={titleId} {...(conversation.title && { translate: 'no', dir: 'auto' })} className="cut grow">
          {conversation.title || t('layout.newChat')}
        </span>
        {mark && (
          <>
            <StatusIcon shape={mark} size={10} />
            <span className="sr-only">{mark === 'ask' ? t('layout.conversation.waiting') : t('layout.conversation.running')}</span>
          </>
        )}
      </NavLink>
      <span
        className={classNames(
          'absolute inset-y-0 end-1 flex items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100',
        )}
      >
        <IconButton
          size="small"
          label={t('layout.conversation.rename')}
          aria-describedby={titleId}
          icon={<Pencil size={13} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => setRenaming(true)}
        />
        <IconButton
          size="small"
          label={t('layout.conversation.delete')}
          aria-describedby={titleId}
          icon={<Trash2 size={13} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => void remove(conversation)}
        />
      </span>
    </li>
  )
})

function Rename({ conversation, onEnd }: { readonly conversation: ConversationSummary; readonly onEnd: () => void }) {
  const rename = useHostMutation('chat.rename')
  return (
    <li className="px-0.5 py-px">
      <RenameField
        label={t('layout.conversation.name')}
        name={conversation.title}
        maxLength={200}
        onName={(title) => rename.mutate({ conversationId: conversation.id, title })}
        onEnd={onEnd}
      />
    </li>
  )
}

async function remove(conversation: ConversationSummary): Promise<void> {
  const { undoId } = await callHost('chat.remove', { conversationId: conversation.id })
  if (useNavigation.getState().conversationId === conversation.id) useNavigation.setState({ conversationId: undefined })
  offerUndo(
    t('layout.conversation.deleted', { title: conversation.title }),
    () => void callHost('chat.restore', { undoId }).then(() => showChat(conversation.id)),
  )
}
