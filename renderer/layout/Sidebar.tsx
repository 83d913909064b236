import { MessageCircleDashed, Search, SquarePen } from 'lucide-react'
import { IconButton } from '../ui/IconButton'
import { Logo } from '../ui/Logo'
import { ConversationList } from './conversations/ConversationList'
import { TemporaryChats } from './conversations/TemporaryChats'
import { MainNavigation } from './MainNavigation'
import { openPalette, showChat } from '../state/navigation'
import { SidebarServers } from './SidebarServers'
import { shortcutLabels } from '../state/shortcutLabels'
import { startTemporaryChat } from '../state/temporaryChat'
import { usePolicy } from '../rpc/usePolicy'
import { useTopic } from '../rpc/useTopic'
import { t } from '../i18n/t'

/** The views, the conversations by day, and the servers with their state. */
export function Sidebar() {
  const shell = useTopic('app', (app) => app.shell) ?? 'electron'
  const keys = shortcutLabels(shell)
  const mayNot = usePolicy().locks.chat !== undefined
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-bar shrink-0 items-center gap-2 ps-4 pe-2">
        <Logo />
        <span translate="no" className="grow text-14 font-title tracking-(--track-title)">
          Parley
        </span>
        <IconButton
          label={t('layout.search')}
          keys={keys.palette}
          icon={<Search size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => openPalette(true)}
        />
        <IconButton
          label={t('layout.newChat')}
          keys={keys.newChat}
          icon={<SquarePen size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => showChat()}
        />
        {!mayNot && (
          <IconButton
            label={t('layout.temporaryChat')}
            keys={keys.temporaryChat}
            icon={<MessageCircleDashed size={16} strokeWidth={1.75} aria-hidden="true" />}
            onClick={startTemporaryChat}
          />
        )}
      </div>
      <MainNavigation />
      <TemporaryChats />
      <ConversationList />
      <SidebarServers />
    </div>
  )
}
