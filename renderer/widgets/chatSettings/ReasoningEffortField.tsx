import { reasoningEfforts, type ReasoningEffort } from '../../../shared/domain/projects/project'
import { t } from '../../i18n/t'
import { SegmentedControl } from '../../ui/form/SegmentedControl'
import { SelectField } from '../../ui/form/SelectField'

export interface ReasoningEffortFieldProps {
  /** Undefined: as the model does by itself. */
  readonly effort: ReasoningEffort | undefined
  readonly onEffort: (effort: ReasoningEffort) => void
}

/** How much the model is to reason before it answers. */
export function ReasoningEffortField({ effort, onEffort }: ReasoningEffortFieldProps) {
  return <SegmentedControl label={t('projects.reasoning')} options={efforts()} value={effort} onValue={onEffort} />
}

const STANDARD = 'standard'

export interface ReasoningEffortSelectProps {
  readonly effort: ReasoningEffort | undefined
  /** Null: as the model does by itself. */
  readonly onEffort: (effort: ReasoningEffort | null) => void
}

/** The same where there is little room. */
export function ReasoningEffortSelect({ effort, onEffort }: ReasoningEffortSelectProps) {
  return (
    <SelectField<ReasoningEffort | typeof STANDARD>
      label={t('projects.reasoning')}
      height="small"
      value={effort ?? STANDARD}
      options={[{ value: STANDARD, label: t('projects.parameter.standard') }, ...efforts()]}
      onValue={(value) => onEffort(value === STANDARD ? null : value)}
    />
  )
}

const efforts = () => reasoningEfforts.map((value) => ({ value, label: t(`projects.reasoning.${value}`) }))
