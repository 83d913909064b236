import { Layers } from 'lucide-react'
import type { ConversationSummary } from '../../../shared/domain/chat'
import { useTopic } from '../../rpc/useTopic'
import { t } from '../../i18n/t'
import { useNow } from '../../ui/hooks/useNow'
import { namesakeNotes } from '../../widgets/chatSettings/namesakeNotes'
import { askForProject, useMoveToProject } from '../../widgets/conversations/moveToProjectStore'
import { useProjectMove } from '../../widgets/conversations/useProjectMove'
import { ChoosePlaceDialog } from './ChoosePlaceDialog'
import { commonPlace } from './commonPlace'

const close = (): void => askForProject([])

/** Asks to which project conversations go: what dragging does, for the keyboard too. */
export function MoveToProjectDialog() {
  const { conversations } = useMoveToProject()
  return conversations.length === 0 ? null : <ChooseProject conversations={conversations} />
}

function ChooseProject({ conversations }: { readonly conversations: readonly ConversationSummary[] }) {
  const projects = useTopic('projects') ?? []
  const notes = namesakeNotes(projects, useTopic('chat.conversations') ?? [], useNow())
  const { moveInList, moveToNew } = useProjectMove()
  return (
    <ChoosePlaceDialog
      title={t('layout.project.move')}
      label={t('projects.title')}
      Icon={Layers}
      places={projects.map(({ id, name }) => ({ id, name, note: notes.get(id) }))}
      none={t('projects.none')}
      here={commonPlace(conversations.map(({ project }) => project))}
      newPlace={t('projects.new')}
      note={t('layout.project.ownStays', { count: conversations.length })}
      onChoose={(project) => {
        moveInList(conversations, project)
        close()
      }}
      onCreate={(name) => {
        moveToNew(conversations, name)
        close()
      }}
      onClose={close}
    />
  )
}
