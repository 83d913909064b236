import { FirstStart } from '../features/firstStart/FirstStart'
import { Inbox } from '../features/questions/inbox/Inbox'
import { ProjectsView } from '../features/projects/ProjectsView'
import { ServersView } from '../features/servers/ServersView'
import { SettingsView } from '../features/settings/SettingsView'
import { assertNever } from '../../shared/lib/assertNever'
import type { View } from '../state/navigation'
import { serverPanels } from './serverPanels'

/** Each page beside the conversation. `chat` is the first start, as long as it runs. */
export function Pages({ view, onFirstStartDone }: { readonly view: View; readonly onFirstStartDone: () => void }) {
  switch (view) {
    case 'chat':
      return <FirstStart onDone={onFirstStartDone} />
    case 'projects':
      return <ProjectsView />
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
