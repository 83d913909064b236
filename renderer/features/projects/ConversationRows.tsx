import { Ellipsis, MessageSquare } from 'lucide-react'
import { useId, useState } from 'react'
import type { ConversationSummary } from '../../../shared/domain/chat'
import { t } from '../../i18n/t'
import { useHostMutation } from '../../rpc/useHostQuery'
import { showChat } from '../../state/navigation'
import { AppLink } from '../../ui/AppLink'
import { RenameField } from '../../ui/form/RenameField'
import { useNow } from '../../ui/hooks/useNow'
import { IconButton } from '../../ui/IconButton'
import { Menu } from '../../ui/Menu'
import { StatusIcon } from '../../ui/StatusIcon'
import { conversationMark, conversationMarkShapes } from '../../widgets/conversations/conversationMark'
import { conversationMenuEntries } from '../../widgets/conversations/conversationMenuEntries'
import { formatLastUse } from './formatLastUse'
import { useAskingConversations } from './useAskingConversations'

export interface ConversationRowsProps {
  readonly conversations: readonly ConversationSummary[]
  readonly label: string
  /** So many are shown before the person asks for all. */
  readonly first: number
}

/** Conversations, each a line that opens it: its state, its title, its last use, and the menu that it has in the list too. */
export function ConversationRows({ conversations, label, first }: ConversationRowsProps) {
  const [all, setAll] = useState(false)
  const asking = useAskingConversations()
  const now = useNow(true, 60_000)
  const shown = all ? conversations : conversations.slice(0, first)
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-raised">
        {shown.map((conversation) => (
          <li key={conversation.id}>
            <Row conversation={conversation} waiting={asking.has(conversation.id)} now={now} />
          </li>
        ))}
      </ul>
      {conversations.length > shown.length && (
        <button type="button" className="mt-2 rounded-1 text-12 text-accent hover:underline" onClick={() => setAll(true)}>
          {t('projects.showAll', { count: conversations.length })}
        </button>
      )}
    </>
  )
}

interface RowProps {
  readonly conversation: ConversationSummary
  readonly waiting: boolean
  readonly now: number
}

function Row({ conversation, waiting, now }: RowProps) {
  const [renaming, setRenaming] = useState(false)
  const titleId = useId()
  const rename = useHostMutation('chat.rename')
  const { id, title } = conversation
  if (renaming) {
    return (
      <div className="px-2 py-0.75">
        <RenameField
          label={t('layout.conversation.name')}
          name={title}
          maxLength={200}
          onName={(next) => rename.mutate({ conversationId: id, title: next })}
          onEnd={() => setRenaming(false)}
        />
      </div>
    )
  }
  return (
    <div className="flex items-center pe-1.5 hover:bg-hover">
      <Line conversation={conversation} waiting={waiting} now={now} titleId={titleId} />
      <Menu
        trigger={
          <IconButton
            size="small"
            label={t('layout.conversation.more')}
            aria-describedby={titleId}
            icon={<Ellipsis size={14} strokeWidth={1.75} aria-hidden="true" />}
          />
        }
        entries={conversationMenuEntries(conversation, { onRename: () => setRenaming(true) })}
      />
    </div>
  )
}

function Line({ conversation, waiting, now, titleId }: RowProps & { readonly titleId: string }) {
  const mark = conversationMark(conversation, waiting)
  return (
    <AppLink
      to="conversation"
      data-list-item={conversation.id}
      className="flex min-h-8.5 min-w-0 grow items-center gap-2 ps-3 pe-1.5 -outline-offset-2"
      onGo={() => showChat(conversation.id)}
    >
      <span className="grid w-4 shrink-0 place-items-center text-text-3">
        {mark ? (
          <StatusIcon shape={conversationMarkShapes[mark]} size={10} />
        ) : (
          <MessageSquare size={14} strokeWidth={1.75} aria-hidden="true" />
        )}
      </span>
      <span id={titleId} {...(conversation.title !== '' && { translate: 'no', dir: 'auto' })} className="cut font-label">
        {conversation.title || t('layout.newChat')}
      </span>
      <span className="cut grow text-12 text-text-3">{mark && t(`layout.conversation.${mark}`)}</span>
      <span className="num shrink-0 text-12 text-text-3">{formatLastUse(conversation.updated, now)}</span>
    </AppLink>
  )
}
