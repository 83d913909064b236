import { ExportConversationsDialog } from '../features/exports/ExportConversationsDialog'
import { ImportConversationsDialog } from '../features/imports/ImportConversationsDialog'
import { KeyboardShortcuts } from '../features/commandPalette/KeyboardShortcuts'
import { QuestionDialog } from '../features/questions/QuestionDialog'
import { SignInDialog } from '../features/questions/signIn/SignInDialog'
import { SearchDialog } from '../features/search/SearchDialog'
import { RemoveServerDialog } from '../features/servers/RemoveServerDialog'
import { ServerFormDialog } from '../features/servers/form/ServerFormDialog'
import { UnlockVaultDialog } from '../features/settings/secrets/UnlockVaultDialog'
import { useNavigation } from '../state/navigation'
import { OpenLinkDialog } from '../widgets/links/OpenLinkDialog'

/** The dialogs that lie over any view. Each one opens by itself when its state says so. */
export function Dialogs() {
  const search = useNavigation((screen) => screen.search)
  const exported = useNavigation((screen) => screen.exported)
  const importing = useNavigation((screen) => screen.importing)
  return (
    <>
      <ServerFormDialog />
      <RemoveServerDialog />
      <QuestionDialog />
      <SignInDialog />
      {search !== undefined && <SearchDialog words={search} />}
      {exported !== undefined && <ExportConversationsDialog key={exported} of={exported} />}
      {importing && <ImportConversationsDialog />}
      <KeyboardShortcuts />
      <UnlockVaultDialog />
      <OpenLinkDialog />
    </>
  )
}
