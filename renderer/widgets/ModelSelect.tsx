import { t } from '../i18n/t'
import { SelectField } from '../ui/form/SelectField'

export interface ModelSelectProps {
  readonly label: string
  readonly models: readonly string[]
  readonly value: string | undefined
  readonly onValue: (model: string) => void
}

/** Chooses one of a provider's models by its id. */
export function ModelSelect({ label, models, value, onValue }: ModelSelectProps) {
  return (
    <SelectField
      label={label}
      height="small"
      className="w-56 max-w-full"
      placeholder={t('models.choose')}
      options={models.filter((model) => model !== '').map((model) => ({ value: model, label: model, data: true }))}
      value={value}
      onValue={onValue}
    />
  )
}
