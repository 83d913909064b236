import { t } from '../../../i18n/t'
import { FromProject } from '../../../widgets/chatSettings/SettingSource'
import { InstructionsField } from '../../../widgets/chatSettings/InstructionsField'
import { SettingsRow } from './SettingsRow'
import type { ConversationSettings } from './useConversationSettings'

/** What a person tells the model in each request. What the project says stands before it, and is not changed here. */
export function InstructionsRow({ project, own, effective, change }: ConversationSettings) {
  const ofProject = project?.instructions ?? ''
  return (
    <SettingsRow label={t('projects.instructions')}>
      {project && ofProject !== '' && (
        <div className="grid gap-0.5 border-s-2 border-line-strong ps-3">
          <FromProject name={project.name} />
          <p className="breakable max-h-40 overflow-y-auto whitespace-pre-wrap text-text-2" tabIndex={0} translate="no">
            {ofProject}
          </p>
        </div>
      )}
      <InstructionsField
        instructions={own.settings.instructions ?? ''}
        before={ofProject}
        hasFolder={effective.folders.length > 0}
        onSave={(instructions) => change({ instructions })}
      />
    </SettingsRow>
  )
}
