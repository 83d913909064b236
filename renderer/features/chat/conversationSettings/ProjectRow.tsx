import type { ProjectId } from '../../../../shared/domain/ids'
import { t } from '../../../i18n/t'
import { useTopic } from '../../../rpc/useTopic'
import { openConversationSettings, showProjects } from '../../../state/navigation'
import { AppLink } from '../../../ui/AppLink'
import { SelectField } from '../../../ui/form/SelectField'
import { useNow } from '../../../ui/hooks/useNow'
import { namesakeNotes } from '../../../widgets/chatSettings/namesakeNotes'
import { SettingsLine, SettingsRow } from './SettingsRow'
import type { ConversationSettings } from './useConversationSettings'

const NONE = 'none'

/** Chooses the project of the conversation. */
export function ProjectRow({ project, chooseProject }: ConversationSettings) {
  const projects = useTopic('projects') ?? []
  const notes = namesakeNotes(projects, useTopic('chat.conversations') ?? [], useNow())
  return (
    <SettingsRow label={t('projects.project')}>
      <SettingsLine>
        <SelectField<ProjectId | typeof NONE>
          label={t('projects.project')}
          height="small"
          className="w-56 max-w-full"
          value={project?.id ?? NONE}
          options={[
            { value: NONE, label: t('projects.none') },
            ...projects.map(({ id, name }) => {
              const note = notes.get(id)
              return { value: id, label: name, data: true, ...(note !== undefined && { note }) }
            }),
          ]}
          onValue={(value) => chooseProject(value === NONE ? null : value)}
        />
        {project && (
          <AppLink
            to="project"
            className="rounded-1 text-12 text-accent hover:underline"
            onGo={() => {
              openConversationSettings(false)
              showProjects(project.id)
            }}
          >
            {t('projects.open')}
          </AppLink>
        )}
      </SettingsLine>
    </SettingsRow>
  )
}
