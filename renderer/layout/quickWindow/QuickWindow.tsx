import { useEffect, type ReactNode } from 'react'
import { ChatView } from '../../features/chat/ChatView'
import { QuestionBar } from '../../features/questions/QuestionBar'
import { UndoBar } from '../../widgets/UndoBar'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { t } from '../../i18n/t'
import { HostDisconnectedNotice } from '../HostDisconnectedNotice'
import { useAppearance } from '../useAppearance'
import { useGlobalShortcuts } from '../useGlobalShortcuts'
import { ViewBoundary } from '../ViewBoundary'
import { useNavigation } from '../../state/navigation'
import { useMarkConversationRead } from '../conversations/useMarkConversationRead'
import { useHandOver } from './useHandOver'

/** The quick window of the desktop: one conversation with its questions, without the sidebar. `dialogs` lie over it. */
export function QuickWindow({ dialogs }: { readonly dialogs: ReactNode }) {
  const shell = useTopic('app', (app) => app.shell) ?? 'electron'
  useAppearance()
  useGlobalShortcuts(shell)
  useHandOver()
  useMarkConversationRead(useNavigation((screen) => screen.conversationId))
  useEscapeHides()
  const bars = (
    <>
      <UndoBar />
      <QuestionBar />
    </>
  )
  return (
    <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] overflow-hidden border border-line-strong">
      <main className="isolate flex min-h-0 min-w-0 flex-col bg-surface">
        <HostDisconnectedNotice />
        <ViewBoundary>
          <ChatView bar={bars} />
        </ViewBoundary>
      </main>
      {dialogs}
      <section id="hints" aria-label={t('layout.hints')} />
    </div>
  )
}

/** Escape hides the window, unless a dialog, a menu or a field has used the key. */
function useEscapeHides(): void {
  useEffect(() => {
    let wasOver = false
    // Before any listener of the page has closed what the key closes.
    const look = (): void => {
      wasOver = document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || wasOver) return
      void callHost('desktop.hideQuickWindow', {})
    }
    window.addEventListener('keydown', look, { capture: true })
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', look, { capture: true })
      window.removeEventListener('keydown', onKey)
    }
  }, [])
}
