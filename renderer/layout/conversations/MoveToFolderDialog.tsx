import { Folder } from 'lucide-react'
import type { ConversationSummary } from '../../../shared/domain/chat'
import { useTopic } from '../../rpc/useTopic'
import { t } from '../../i18n/t'
import { arrange, moveToNewFolder } from '../../widgets/conversations/conversationListActions'
import { askForFolder, useMoveToFolder } from '../../widgets/conversations/moveToFolderStore'
import { ChoosePlaceDialog } from './ChoosePlaceDialog'
import { commonPlace } from './commonPlace'

const close = (): void => askForFolder([])

/** Asks into which folder conversations go: what dragging does, for the keyboard too. */
export function MoveToFolderDialog() {
  const { conversations } = useMoveToFolder()
  return conversations.length === 0 ? null : <ChooseFolder conversations={conversations} />
}

function ChooseFolder({ conversations }: { readonly conversations: readonly ConversationSummary[] }) {
  const folders = useTopic('conversations.folders') ?? []
  return (
    <ChoosePlaceDialog
      title={t('layout.folder.move')}
      label={t('layout.folder.all')}
      Icon={Folder}
      places={folders}
      none={t('layout.folder.none')}
      here={commonPlace(conversations.map(({ folder }) => folder))}
      newPlace={t('layout.folder.new')}
      onChoose={(folder) => {
        arrange(conversations, { folder })
        close()
      }}
      onCreate={(name) => {
        moveToNewFolder(conversations, name)
        close()
      }}
      onClose={close}
    />
  )
}
