import { MessageCircleDashed } from 'lucide-react'
import { t } from '../../i18n/t'
import { useTopic } from '../../rpc/useTopic'
import { showChat, useNavigation } from '../../state/navigation'
import { NavLink } from '../NavLink'

/** The temporary chats that are open, above the list of those that are kept. Nothing while there is none. */
export function TemporaryChats() {
  const chats = useTopic('chat.temporary') ?? []
  const current = useNavigation((screen) => (screen.view === 'chat' ? screen.conversationId : undefined))
  if (chats.length === 0) return null
  return (
    <ul aria-label={t('layout.temporaryChats')} className="grid shrink-0 grid-cols-[minmax(0,1fr)] gap-px px-2 pt-2">
      {chats.map(({ id, title }) => (
        <li key={id}>
          <NavLink to="conversation" current={id === current} onGo={() => showChat(id)}>
            <MessageCircleDashed size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            <span {...(title && { translate: 'no', dir: 'auto' })} className="cut grow">
              {title || t('layout.temporaryChat')}
            </span>
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
