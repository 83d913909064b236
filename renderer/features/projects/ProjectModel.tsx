import { Undo2 } from 'lucide-react'
import { modelName } from '../../../shared/domain/models/modelName'
import { t } from '../../i18n/t'
import { useTopic } from '../../rpc/useTopic'
import { Button } from '../../ui/Button'
import { ModelPicker } from '../../widgets/models/ModelPicker'
import { useOfferedParameters } from '../../widgets/chatSettings/useOfferedParameters'
import { ParameterField } from '../../widgets/chatSettings/ParameterField'
import { ReasoningEffortSelect } from '../../widgets/chatSettings/ReasoningEffortField'
import { ProjectSection } from './ProjectSection'
import type { ProjectSettingsProps } from './ProjectSettings'

/** The model that answers in the project, and what is asked of it. Only what it takes, as far as that is known. */
export function ProjectModel({ project: { model, parameters = {} }, onChange }: ProjectSettingsProps) {
  const standard = useTopic('models', (models) => models.default)
  const { reasoning, numbers } = useOfferedParameters(model ?? 'default')
  const hasStandard = standard !== undefined && standard !== 'none'
  return (
    <ProjectSection title={t('models.model')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <ModelPicker
            look="field"
            choice={model ?? 'default'}
            onChoice={(chosen) => {
              if (chosen !== 'none') onChange({ model: chosen })
            }}
          />
          {model === undefined && hasStandard && <span className="text-12 text-text-3">{t('projects.model.standard')}</span>}
          {model !== undefined && hasStandard && (
            <Button look="bare" size="small" className="max-w-full" onClick={() => onChange({ model: null })}>
              <Undo2 size={13} strokeWidth={1.75} aria-hidden="true" />
              <span className="cut">{t('projects.model.useDefault', { model: modelName(standard) })}</span>
            </Button>
          )}
        </div>
        {reasoning && (
          <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-2">
            <span aria-hidden="true" className="text-12 text-text-3">
              {t('projects.reasoning')}
            </span>
            <ReasoningEffortSelect effort={parameters.reasoning} onEffort={(reasoning) => onChange({ parameters: { reasoning } })} />
          </div>
        )}
        <div className="grid grid-cols-2 items-start gap-2">
          {numbers.map((parameter) => (
            <ParameterField
              key={parameter}
              parameter={parameter}
              placeholder={t('projects.parameter.standard')}
              value={parameters[parameter]}
              onValue={(value) => onChange({ parameters: { [parameter]: value } })}
            />
          ))}
        </div>
      </div>
    </ProjectSection>
  )
}
