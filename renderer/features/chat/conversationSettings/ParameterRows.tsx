import type { ParameterName } from '../../../../shared/domain/projects/project'
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

function ReasoningRow(settings: ConversationSettings) {
  const { project, effective, change } = settings
  const { ofProject, isOwn } = sourceOf(settings, 'reasoning')
  return (
    <SettingsRow label={t('projects.reasoning')}>
      <SettingsLine>
        <ReasoningEffortField
          effort={effective.parameters.reasoning}
          onEffort={(reasoning) => change({ parameters: { reasoning: reasoning === ofProject ? null : reasoning } })}
        />
        {!isOwn && project && ofProject !== undefined && <FromProject name={project.name} />}
        {!isOwn && ofProject === undefined && <Standard>{t('projects.parameter.standard')}</Standard>}
        <Origin settings={settings} parameter="reasoning" />
      </SettingsLine>
    </SettingsRow>
  )
}

interface LimitsRowProps extends ParameterRowsProps {
  readonly numbers: readonly NumericParameter[]
}

function LimitsRow({ settings, leaving, numbers }: LimitsRowProps) {
  const { project, own, change } = settings
  return (
    <SettingsRow label={t('projects.answers')}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 medium:grid-cols-2">
        {numbers.map((parameter) => {
          const { ofProject, isUnset } = sourceOf(settings, parameter)
          return (
            <ParameterField
              key={parameter}
              parameter={parameter}
              value={own.settings.parameters?.[parameter]}
              placeholder={
                project && typeof ofProject === 'number' && !isUnset
                  ? t('projects.parameter.from', { value: numberAsTyped(ofProject, translator().locale), project: project.name })
                  : t('projects.parameter.standard')
              }
              onValue={(value) => change({ parameters: { [parameter]: value === ofProject ? null : value } })}
              onUnfit={leaving.onUnfit}
              isLeaving={leaving.isHeld}
            >
              {/* Without anything to say, it takes no room. */}
              <div className="flex flex-wrap items-center gap-x-2 gap-y-1 empty:hidden">
                <Origin settings={settings} parameter={parameter} />
              </div>
            </ParameterField>
          )
        })}
      </div>
    </SettingsRow>
  )
}

interface OriginProps {
  readonly settings: ConversationSettings
  readonly parameter: ParameterName
}

/** Says that a parameter is the conversation's own, and leads to the values that it could have instead: the project's, or none. */
function Origin({ settings, parameter }: OriginProps) {
  const { project, change } = settings
  const { ofProject, isUnset, isOwn } = sourceOf(settings, parameter)
  const fromProject = project && ofProject !== undefined
  return (
    <>
      {isOwn && <OwnValue what="changed" />}
      {isOwn && (
        <InheritButton onInherit={() => change({ parameters: { [parameter]: null } })}>
          {fromProject ? t('projects.asIn', { project: project.name }) : t('projects.reasoning.standard')}
        </InheritButton>
      )}
      {fromProject && !isUnset && (
        <InheritButton onInherit={() => change({ unset: [parameter] })}>{t('projects.reasoning.standard')}</InheritButton>
      )}
    </>
  )
}

/** Pure: where the value of a parameter comes from. */
function sourceOf({ project, own: { settings } }: ConversationSettings, parameter: ParameterName) {
  const ofProject = project?.parameters?.[parameter]
  const isUnset = ofProject !== undefined && settings.unset?.includes(parameter) === true
  return { ofProject, isUnset, isOwn: isUnset || settings.parameters?.[parameter] !== undefined }
}
