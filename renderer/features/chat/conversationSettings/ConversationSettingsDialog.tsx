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
import { useHeldClose } from './useHeldClose'
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
  const leaving = useHeldClose(close)
  const title = conversation?.title ?? ''
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
              title === '' ? (
                t('projects.holdsHere')
              ) : (
                <>
                  <bdi translate="no" className="cut block">
                    {title}
                  </bdi>
                  {t('projects.holdsHere')}
                </>
              )
            }
            onClose={leaving.close}
            aside={parts.picking}
            foot={<Foot settings={settings} onClose={leaving.close} />}
          >
            {failed && (
              <div className="px-6 pt-3">
                <ErrorNotice role="alert" error={failed} />
              </div>
            )}
            {!isTemporary && <ProjectRow {...settings} />}
            <InstructionsRow {...settings} />
            <ModelRow {...settings} />
            <ParameterRows settings={settings} leaving={leaving} />
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

interface FootProps {
  readonly settings: ConversationSettings
  readonly onClose: () => void
}

function Foot({ settings: { project, own, inheritAll, undo }, onClose }: FootProps) {
  const count = countOwnSettings(own, project)
  const hasInstructions = (own.settings.instructions ?? '').trim() !== ''
  return (
    <>
      {undo ? (
        <Button size="action" onClick={undo}>
          <Undo2 size={14} strokeWidth={1.75} aria-hidden="true" />
          {t('projects.undo')}
        </Button>
      ) : (
        count > 0 && (
          // As long as the name of a project may be, the way out stays on the screen.
          <Button size="action" className="min-w-0 shrink medium:max-w-[45%]" onClick={inheritAll}>
            <span className="cut">{project ? t('projects.inheritAll', { project: project.name }) : t('projects.inheritDefaults')}</span>
          </Button>
        )
      )}
      <p role="status" className="min-w-0 grow px-2 text-12 text-text-3">
        <span>{t(project ? 'projects.differs' : 'projects.ownCount', { count })}</span>
        {hasInstructions && !undo && ` ${t('projects.inheritTakesInstructions')}`}
      </p>
      <Button size="action" look="ink" onClick={onClose}>
        {t('chat.close')}
      </Button>
    </>
  )
}
