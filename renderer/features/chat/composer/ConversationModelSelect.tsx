import { t } from '../../../i18n/t'
import type { ModelChoice } from '../../../../shared/domain/chat'
import type { ModelRef } from '../../../../shared/domain/ids'
import type { Models } from '../../../../shared/domain/modelProvider'
import { useTopic } from '../../../rpc/useTopic'
import { SelectField, type SelectOption } from '../../../ui/form/SelectField'

export interface ConversationModelSelectProps {
  readonly choice: ModelChoice
  readonly onChoice: (choice: ModelRef | 'none') => void
  readonly look?: 'bare' | 'field'
}

/** Chooses the model that answers in this conversation. "No model" is also a choice. */
export function ConversationModelSelect({ choice, onChoice, look = 'bare' }: ConversationModelSelectProps) {
  const models = useTopic('models')
  const value = choice === 'default' ? models?.default : choice
  return (
    <SelectField
      label={t('chat.model')}
      look={look}
      height="small"
      placeholder={t('chat.chooseModel')}
      className="min-w-0 max-w-60"
      options={models ? modelOptions(models, value) : []}
      value={value}
      onValue={onChoice}
    />
  )
}

function modelOptions(models: Models, value: ModelRef | 'none' | undefined): readonly SelectOption<ModelRef | 'none'>[] {
  const refs = models.providers.flatMap(({ name, models: offered, forbidden = [] }) =>
    offered.map((ref) => ({ ref, provider: name, forbidden: forbidden.includes(ref) })),
  )
  const gone = value !== undefined && value !== 'none' && !refs.some(({ ref }) => ref === value)
  return [
    ...refs.map(({ ref, provider, forbidden }) => ({
      value: ref,
      label: modelName(ref),
      data: true,
      ...(models.providers.length > 1 && { note: provider }),
      ...(forbidden && { disabled: true, note: t('chat.notAllowed') }),
    })),
    ...(gone ? [{ value, label: modelName(value), data: true, note: t('chat.noLongerThere') }] : []),
    { value: 'none', label: t('chat.noModel') },
  ]
}

/** Pure: returns a model's own id, without its provider's id. */
export function modelName(ref: ModelRef): string {
  return ref.slice(ref.indexOf('/') + 1)
}
