import { Inbox, Layers, MessageSquare, Server, SlidersHorizontal, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import type { MessageId } from '../../shared/i18n/message'
import { useTopic } from '../rpc/useTopic'
import { CountBadge } from '../ui/CountBadge'
import { NavLink } from './NavLink'
import { returnToChat, showInbox, showProjects, showServers, showSettings, useNavigation, type View } from '../state/navigation'
import { t } from '../i18n/t'

const links: readonly { readonly view: View; readonly name: MessageId; readonly Icon: LucideIcon; readonly go: () => void }[] = [
  { view: 'chat', name: 'layout.view.chat', Icon: MessageSquare, go: returnToChat },
  { view: 'projects', name: 'layout.view.projects', Icon: Layers, go: () => showProjects() },
  { view: 'servers', name: 'layout.view.servers', Icon: Server, go: () => showServers() },
  { view: 'inbox', name: 'layout.view.inbox', Icon: Inbox, go: showInbox },
  { view: 'settings', name: 'layout.view.settings', Icon: SlidersHorizontal, go: () => showSettings() },
]

/** The views. The Inbox shows the number of waiting questions. */
export function MainNavigation() {
  const current = useNavigation((screen) => screen.view)
  const inConversation = useNavigation((screen) => screen.conversationId !== undefined)
  const waiting = useTopic('questions', (questions) => questions.open.length) ?? 0
  const countId = useId()
  return (
    <nav aria-label={t('layout.navigation')} className="shrink-0 px-2">
      {links.map(({ view, name, Icon, go }) => {
        const here = view === current
        // With a conversation open, the conversation is the current place, and Chat is only the way to it.
        const quiet = here && view === 'chat' && inConversation
        const counted = view === 'inbox' && waiting > 0
        return (
          <div key={view} className="relative">
            <NavLink
              to={view}
              current={here}
              onGo={go}
              {...(counted && { 'aria-describedby': countId })}
              {...(quiet && { className: 'bg-transparent font-title' })}
            >
              <Icon size={16} strokeWidth={1.75} aria-hidden="true" className={here ? 'text-text' : 'text-text-3'} />
              <span className="cut grow">{t(name)}</span>
            </NavLink>
            {/* The count is beside the link, not inside it. The link's name stays "Inbox", and the count describes it. */}
            {counted && (
              <span id={countId} className="pointer-events-none absolute inset-y-0 end-2 flex items-center">
                <CountBadge count={waiting} look="ask" label={t('layout.inbox.waiting', { count: waiting })} />
              </span>
            )}
          </div>
        )
      })}
    </nav>
  )
}
