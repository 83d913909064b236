import type { Project } from '../../../../shared/domain/projects/project'
import { numberAsTyped } from '../../../../shared/i18n/numberAsTyped'
import { t, translator } from '../../../i18n/t'
import type { NumericParameter } from '../../../widgets/chatSettings/numericParameters'
import { ParameterField } from '../../../widgets/chatSettings/ParameterField'
import { ReasoningEffortField } from '../../../widgets/chatSettings/ReasoningEffortField'
import { useOfferedParameters } from '../../../widgets/chatSettings/useOfferedParameters'
import { FromProject, OwnValue, Standard } from '../../../widgets/chatSettings/SettingSource'
import { InheritButton } from './InheritButton'
import { SettingsLine, SettingsRow } from './SettingsRow'
import type { HeldClose } from './useHeldClose'
import type { ConversationSettings } from './useConversationSettings'

export interface ParameterRowsProps {
  readonly settings: ConversationSettings
  readonly leaving: HeldClose
}

/** What is asked of the model: how much it reasons, how freely it answers, and for how long. Only what it takes, as far as that is known. */
export function ParameterRows({ settings, leaving }: ParameterRowsProps) {
  const { reasoning, numbers } = useOfferedParameters(settings.effective.model)
  return (
    <>
      {reasoning && <ReasoningRow {...settings} />}
      {numbers.length > 0 && <LimitsRow settings={settings} leaving={leaving} numbers={numbers} />}
    </>
  )
}

function ReasoningRow({ project, own, effective, change }: ConversationSettings) {
  const ofProject = project?.parameters?.reasoning
  const isOwn = own.settings.parameters?.reasoning !== undefined
  return (
    <SettingsRow label={t('projects.reasoning')}>
      <SettingsLine>
        <ReasoningEffortField
          effort={effective.parameters.reasoning}
          onEffort={(reasoning) => change({ parameters: { reasoning: reasoning === ofProject ? null : reasoning } })}
        />
        {isOwn && <OwnValue what="changed" />}
        {!isOwn && project && ofProject !== undefined && <FromProject name={project.name} />}
        {!isOwn && ofProject === undefined && <Standard>{t('projects.parameter.standard')}</Standard>}
        {isOwn && (
          <InheritButton onInherit={() => change({ parameters: { reasoning: null } })}>{asInherited(project, ofProject)}</InheritButton>
        )}
      </SettingsLine>
    </SettingsRow>
  )
}

interface LimitsRowProps extends ParameterRowsProps {
  readonly numbers: readonly NumericParameter[]
}

function LimitsRow({ settings: { project, own, change }, leaving, numbers }: LimitsRowProps) {
  return (
    <SettingsRow label={t('projects.answers')}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 medium:grid-cols-2">
        {numbers.map((parameter) => {
          const ofProject = project?.parameters?.[parameter]
          const isOwn = own.settings.parameters?.[parameter] !== undefined
          return (
            <ParameterField
              key={parameter}
              parameter={parameter}
              value={own.settings.parameters?.[parameter]}
              placeholder={
                project && ofProject !== undefined
                  ? t('projects.parameter.from', { value: numberAsTyped(ofProject, translator().locale), project: project.name })
                  : t('projects.parameter.standard')
              }
              onValue={(value) => change({ parameters: { [parameter]: value === ofProject ? null : value } })}
              onUnfit={leaving.onUnfit}
              isLeaving={leaving.isHeld}
            >
              {isOwn && (
                <SettingsLine>
                  <OwnValue what="changed" />
                  <InheritButton onInherit={() => change({ parameters: { [parameter]: null } })}>
                    {asInherited(project, ofProject)}
                  </InheritButton>
                </SettingsLine>
              )}
            </ParameterField>
          )
        })}
      </div>
    </SettingsRow>
  )
}

/** What to call the value that counts without an own one. */
function asInherited(project: Project | undefined, ofProject: unknown): string {
  return project && ofProject !== undefined ? t('projects.asIn', { project: project.name }) : t('projects.reasoning.standard')
}
