import { Undo2 } from 'lucide-react'
import { t } from '../../../i18n/t'
import { openConversationSettings, useNavigation } from '../../../state/navigation'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { SharedFolders } from '../../../widgets/chatSettings/SharedFolders'
import { AccountsRow } from './AccountsRow'
import { countOwnSettings } from './countOwnSettings'
import { FoldersRow } from './FoldersRow'
import { InstructionsRow } from './InstructionsRow'
import { ModelRow } from './ModelRow'
import { ParameterRows } from './ParameterRows'
import { ProjectRow } from './ProjectRow'
import { ServersRow } from './ServersRow'
import { useConversationSettings, type ConversationSettings } from './useConversationSettings'

/** What the next message of the conversation goes out with. A change counts at once, from the next message on. */
export function ConversationSettingsDialog() {
  const open = useNavigation((screen) => screen.conversationSettings && screen.view === 'chat')
  return open ? <OpenDialog /> : null
}

const close = (): void => openConversationSettings(false)

function OpenDialog() {
  const settings = useConversationSettings()
  const { conversation, isTemporary, project, own, failed, change } = settings
  return (
    <SharedFolders
      folders={own.settings.folders ?? []}
      inherited={project && { folders: project.folders ?? [], projectName: project.name }}
      onAdd={(folder) => change({ folders: { add: [folder] } })}
      onRemove={(folder) => change({ folders: { remove: [folder] } })}
    >
      {(parts) => (
        <>
          <Dialog
            title={t('projects.thisConversation')}
            note={
              <>
                {conversation?.title !== undefined && conversation.title !== '' && (
                  <>
                    <bdi translate="no">{conversation.title}</bdi>
                    <span aria-hidden="true"> · </span>
                  </>
                )}
                {t('projects.holdsHere')}
              </>
            }
            onClose={close}
            aside={parts.picking}
            foot={<Foot {...settings} />}
          >
            {failed && (
              <div className="px-6 pt-3">
                <ErrorNotice role="alert" error={failed} />
              </div>
            )}
            {!isTemporary && <ProjectRow {...settings} />}
            <InstructionsRow {...settings} />
            <ModelRow {...settings} />
            <ParameterRows {...settings} />
            <ServersRow {...settings} />
            <FoldersRow settings={settings} parts={parts} />
            <AccountsRow {...settings} />
          </Dialog>
          {parts.picker}
        </>
      )}
    </SharedFolders>
  )
}

function Foot({ project, own, inheritAll, undo }: ConversationSettings) {
  const count = countOwnSettings(own)
  return (
    <>
      {undo ? (
        <Button size="action" onClick={undo}>
          <Undo2 size={14} strokeWidth={1.75} aria-hidden="true" />
          {t('projects.undo')}
        </Button>
      ) : (
        count > 0 && (
          <Button size="action" onClick={inheritAll}>
            {project ? t('projects.inheritAll', { project: project.name }) : t('projects.inheritDefaults')}
          </Button>
        )
      )}
      <p role="status" className="min-w-0 grow px-2 text-12 text-text-3">
        {t(project ? 'projects.differs' : 'projects.ownCount', { count })}
      </p>
      <Button size="action" look="ink" onClick={close}>
        {t('chat.close')}
      </Button>
    </>
  )
}
