import { PickedItemDialog } from './pick/PickedItemDialog'
import { RegenerateDialog } from './RegenerateDialog'
import { ResourceDialog } from './ResourceDialog'
import { ConversationSettingsDialog } from './conversationSettings/ConversationSettingsDialog'
import { CloseTemporaryDialog } from './temporary/CloseTemporaryDialog'

/** The dialogs of the Chat view. Each one opens by itself when its state says so. */
export function ChatDialogs() {
  return (
    <>
      <PickedItemDialog />
      <RegenerateDialog />
      <ResourceDialog />
      <CloseTemporaryDialog />
      <ConversationSettingsDialog />
    </>
  )
}
