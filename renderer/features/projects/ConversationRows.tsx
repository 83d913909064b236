import { MessageSquare } from 'lucide-react'
import { useState } from 'react'
import type { ConversationSummary } from '../../../shared/domain/chat'
import { t } from '../../i18n/t'
import { showChat } from '../../state/navigation'
import { AppLink } from '../../ui/AppLink'
import { useNow } from '../../ui/hooks/useNow'
import { StatusIcon } from '../../ui/StatusIcon'
import { conversationMark, conversationMarkShapes } from '../../widgets/conversations/conversationMark'
import { formatLastUse } from './formatLastUse'
import { useAskingConversations } from './useAskingConversations'

export interface ConversationRowsProps {
  readonly conversations: readonly ConversationSummary[]
  readonly label: string
  /** So many are shown before the person asks for all. */
  readonly first: number
}

/** Conversations, each a line that opens it: its state, its title and its last use. */
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
  const mark = conversationMark(conversation, waiting)
  return (
    <AppLink
      to="conversation"
      data-list-item={conversation.id}
      className="flex min-h-8.5 items-center gap-2 px-3 -outline-offset-2 hover:bg-hover"
      onGo={() => showChat(conversation.id)}
    >
      <span className="grid w-4 shrink-0 place-items-center text-text-3">
        {mark ? (
          <StatusIcon shape={conversationMarkShapes[mark]} size={10} />
        ) : (
          <MessageSquare size={14} strokeWidth={1.75} aria-hidden="true" />
        )}
      </span>
      <span {...(conversation.title !== '' && { translate: 'no', dir: 'auto' })} className="cut font-label">
        {conversation.title || t('layout.newChat')}
      </span>
      <span className="cut grow text-12 text-text-3">{mark && t(`layout.conversation.${mark}`)}</span>
      <span className="num shrink-0 text-12 text-text-3">{formatLastUse(conversation.updated, now)}</span>
    </AppLink>
  )
}
