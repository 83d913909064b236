import { ChatView } from '../features/chat/ChatView'
import { FirstStart } from '../features/firstStart/FirstStart'
import { KeySheet } from '../features/palette/KeySheet'
import { Palette } from '../features/palette/Palette'
import { Inbox } from '../features/questions/Inbox'
import { QuestionBar } from '../features/questions/QuestionBar'
import { QuestionDialog } from '../features/questions/QuestionDialog'
import { SignInDialog } from '../features/questions/SignInDialog'
import { ServerFormDialog } from '../features/servers/ServerFormDialog'
import { ServersView } from '../features/servers/ServersView'
import { SettingsView } from '../features/settings/SettingsView'
import { VaultDialog } from '../features/settings/VaultDialog'
import { useTopic } from '../rpc/useTopic'
import { useScreen } from './screen'
import { serverPanels } from './serverPanels'
import { useFirstStart } from './useFirstStart'
import { useShellKeys } from './useShellKeys'
import { Crash } from './Crash'
import { WindowFrame } from './WindowFrame'
import { assertNever } from '../../shared/lib/assertNever'

/** The window: one view in front, and over it whatever asks or was asked for. */
export function App() {
  const shell = useTopic('app', (app) => app.shell) ?? 'electron'
  useShellKeys(shell)
  const view = useScreen((screen) => screen.view)
  return (
    <WindowFrame>
      <Crash key={view}>
        <CurrentView />
      </Crash>
      <ServerFormDialog />
      <QuestionDialog />
      <SignInDialog />
      <Palette />
      <KeySheet />
      <VaultDialog />
    </WindowFrame>
  )
}

function CurrentView() {
  const view = useScreen((screen) => screen.view)
  const firstStart = useFirstStart()
  switch (view) {
    case 'chat':
      return firstStart.running ? <FirstStart onDone={firstStart.end} /> : <ChatView bar={<QuestionBar />} />
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
