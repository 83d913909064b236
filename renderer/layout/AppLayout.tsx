import { useSyncExternalStore, type ReactNode } from 'react'
import { Drawer } from './Drawer'
import { FileProblems } from './FileProblems'
import { HostDisconnectedNotice } from './HostDisconnectedNotice'
import { useNavigation } from '../state/navigation'
import { Sidebar } from './Sidebar'
import { useAppearance } from './useAppearance'
import { useNotifications } from './useNotifications'
import { useTitleCount } from './useTitleCount'
import { useTopic } from '../rpc/useTopic'
import { wideWindowQuery } from './wideWindowQuery'
import { t } from '../i18n/t'

/** The window: sidebar and main pane. In a narrow window, the sidebar is in a drawer. */
export function AppLayout({ children }: { readonly children: ReactNode }) {
  useAppearance()
  useTitleCount()
  useNotifications()
  const wide = useWide()
  const drawer = useNavigation((screen) => screen.drawer)
  return (
    <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] overflow-hidden wide:grid-cols-[var(--w-side)_minmax(0,1fr)]">
      {wide && (
        <aside aria-label={t('layout.sidebar')} className="min-h-0 border-e border-line bg-frame">
          <Sidebar />
        </aside>
      )}
      {/* All content in it, including that of servers and apps, stays below every dialog, whatever its z-index. */}
      <main className="isolate flex min-h-0 min-w-0 flex-col bg-surface pe-[var(--w-pinned,0px)]">
        <HostDisconnectedNotice />
        <FileProblems />
        {children}
      </main>
      {!wide && drawer && <Drawer />}
      {/* The container of tooltips. It is a named region, because all content of a page must be inside one. */}
      <section id="hints" aria-label={t('layout.hints')} />
    </div>
  )
}

/** Whether the window is wide enough for the sidebar. Only one sidebar is in the page at a time, so that its names are unique. */
function useWide(): boolean {
  const query = wideWindowQuery(useTopic('settings', (settings) => settings.appearance.textSize) ?? 100)
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}
