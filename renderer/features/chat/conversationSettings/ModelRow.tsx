import { modelName } from '../../../../shared/domain/models/modelName'
import { t } from '../../../i18n/t'
import { useTopic } from '../../../rpc/useTopic'
import { ModelFactChips } from '../../../widgets/chatSettings/ModelFactChips'
import { FromProject, OwnValue, Standard } from '../../../widgets/chatSettings/SettingSource'
import { ModelPicker } from '../../../widgets/models/ModelPicker'
import { InheritButton } from './InheritButton'
import { SettingsLine, SettingsRow } from './SettingsRow'
import type { ConversationSettings } from './useConversationSettings'

/** The model that answers, and where that is said. */
export function ModelRow({ project, own, effective, chooseModel }: ConversationSettings) {
  const standard = useTopic('models', (models) => models.default)
  const model = effective.model === 'default' ? standard : effective.model
  const inherited = project?.model ?? standard
  const isOwn = own.model !== 'default'
  return (
    <SettingsRow label={t('models.model')}>
      <SettingsLine>
        <ModelPicker look="field" offersNone choice={effective.model} onChoice={chooseModel} />
        {isOwn && <OwnValue what="changed" />}
        {!isOwn && project?.model !== undefined && <FromProject name={project.name} />}
        {!isOwn && project?.model === undefined && model !== undefined && <Standard>{t('projects.model.standard')}</Standard>}
        {isOwn && inherited !== undefined && inherited !== 'none' && (
          <InheritButton onInherit={() => chooseModel('default')}>
            {project?.model === undefined
              ? t('projects.model.useDefault', { model: modelName(inherited) })
              : t('projects.model.useOf', { model: modelName(inherited), project: project.name })}
          </InheritButton>
        )}
      </SettingsLine>
      {model !== undefined && model !== 'none' && <ModelFactChips model={model} />}
    </SettingsRow>
  )
}
