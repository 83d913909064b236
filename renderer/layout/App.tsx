import { lazy, Suspense } from 'react'
import { Direction } from 'radix-ui'
import { localeFacts } from '../../shared/i18n/locale'
import { ChatView } from '../features/chat/ChatView'
import { FirstStart } from '../features/firstStart/FirstStart'
import { KeyboardShortcuts } from '../features/commandPalette/KeyboardShortcuts'
import { CommandPalette } from '../features/commandPalette/CommandPalette'
import { Inbox } from '../features/questions/inbox/Inbox'
import { QuestionBar } from '../features/questions/QuestionBar'
import { QuestionDialog } from '../features/questions/QuestionDialog'
import { SignInDialog } from '../features/questions/signIn/SignInDialog'
import { ServerFormDialog } from '../features/servers/form/ServerFormDialog'
import { RemoveServerDialog } from '../features/servers/RemoveServerDialog'
import { ServersView } from '../features/servers/ServersView'
import { SettingsView } from '../features/settings/SettingsView'
import { UnlockVaultDialog } from '../features/settings/secrets/UnlockVaultDialog'
import { UndoBar } from '../widgets/UndoBar'
import { useLanguage } from '../i18n/useLanguage'
import { useTopic } from '../rpc/useTopic'
import { useNavigation, type View } from '../state/navigation'
import { serverPanels } from './serverPanels'
import { ViewBoundary } from './ViewBoundary'
import { useFirstStart } from './useFirstStart'
import { useGlobalShortcuts } from './useGlobalShortcuts'
import { AppLayout } from './AppLayout'
import { assertNever } from '../../shared/lib/assertNever'

/** Loaded when it is first opened. */
const SearchDialog = lazy(async () => ({ default: (await import('../features/search/SearchDialog')).SearchDialog }))

/** Parley's screen. A change of the language mounts it again. Open items, typed text and questions are stored outside components. */
export function App() {
  const locale = useLanguage()
  return (
    <Direction.Provider dir={localeFacts[locale].direction}>
      <Window key={locale} />
    </Direction.Provider>
  )
}

/** The window: one view in front, with dialogs over it. */
function Window() {
  const shell = useTopic('app', (app) => app.shell) ?? 'electron'
  useGlobalShortcuts(shell)
  const view = useNavigation((screen) => screen.view)
  const search = useNavigation((screen) => screen.search)
  return (
    <AppLayout>
      <ViewBoundary key={view}>
        <CurrentView />
      </ViewBoundary>
      <ServerFormDialog />
      <RemoveServerDialog />
      <QuestionDialog />
      <SignInDialog />
      <CommandPalette />
      {search !== undefined && (
        <Suspense>
          <SearchDialog words={search} />
        </Suspense>
      )}
      <KeyboardShortcuts />
      <UnlockVaultDialog />
    </AppLayout>
  )
}

function CurrentView() {
  const view = useNavigation((screen) => screen.view)
  const firstStart = useFirstStart()
  if (view === 'chat' && !firstStart.running) {
    const bars = (
      <>
        <UndoBar />
        <QuestionBar />
      </>
    )
    return <ChatView bar={bars} />
  }
  return (
    <>
      {view === 'chat' ? <FirstStart onDone={firstStart.end} /> : <Page view={view} />}
      <UndoBar atFoot />
    </>
  )
}

function Page({ view }: { readonly view: Exclude<View, 'chat'> }) {
  switch (view) {
    case 'servers':
      return <ServersView panels={serverPanels} />
    case 'inbox':
      return <Inbox />
    case 'settings':
      return <SettingsView />
    default:
      return assertNever(view)
  }
}
