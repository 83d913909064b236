import { Inbox, Menu as MenuIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTopic } from '../rpc/useTopic'
import { CountBadge } from '../ui/CountBadge'
import { IconButton } from '../ui/IconButton'
import { classNames } from '../ui/classNames'
import { openDrawer, showInbox } from '../state/navigation'
import { isQuickWindow } from '../state/isQuickWindow'
import { t } from '../i18n/t'
import { QuickWindowButtons } from './quickWindow/QuickWindowButtons'

export interface TopBarProps {
  /** The view's h1, or a link back to it. */
  readonly children: ReactNode
  readonly end?: ReactNode
  /** Shown only in a narrow window, for views that have their heading on the page. */
  readonly narrowOnly?: boolean
}

/**
 * The window's top bar above the main pane: 44 px. In a narrow window, it contains the buttons for the sidebar and the Inbox. In the quick
 * window it moves the window and contains the way to the main one.
 */
export function TopBar({ children, end, narrowOnly = false }: TopBarProps) {
  const quick = isQuickWindow()
  const waiting = useTopic('questions', (questions) => questions.open.length) ?? 0
  return (
    <header
      className={classNames(
        'flex h-bar shrink-0 items-center gap-2 border-b border-line px-2 wide:px-4',
        narrowOnly && 'wide:hidden',
        quick && movesWindow,
      )}
    >
      {!quick && (
        <IconButton
          className="wide:hidden"
          label={t('servers.topBar.openSidebar')}
          icon={<MenuIcon size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => openDrawer(true)}
        />
      )}
      <div className="cut flex grow items-center gap-2">{children}</div>
      {!quick && (
        <button
          type="button"
          aria-label={waiting > 0 ? t('servers.topBar.inboxWaiting', { count: waiting }) : t('servers.topBar.inbox')}
          onClick={showInbox}
          className="flex h-control items-center gap-1.5 rounded-2 px-2 text-text-2 hover:bg-hover wide:hidden"
        >
          <Inbox size={16} strokeWidth={1.75} aria-hidden="true" />
          {waiting > 0 && <CountBadge count={waiting} look="ask" />}
        </button>
      )}
      {(quick || end !== undefined) && (
        <div className="flex shrink-0 items-center gap-1">
          {end}
          {quick && <QuickWindowButtons />}
        </div>
      )}
    </header>
  )
}

/** The bar of a window without a frame: it can be dragged, and what is in it can be used. */
const movesWindow = '[app-region:drag] [&_button]:[app-region:no-drag] [&_input]:[app-region:no-drag]'
