import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { t } from '../../../i18n/t'
import { argumentFields, type ArgumentField } from '../../../widgets/argumentFields'
import { Button } from '../../../ui/Button'
import { ConditionValueField } from '../../../widgets/ConditionValueField'
import { IconButton } from '../../../ui/IconButton'
import { SelectField } from '../../../ui/form/SelectField'
import { TextField } from '../../../ui/form/TextField'
import type { ArgumentCondition } from '../../../../shared/domain/rule'
import type { JsonObject } from '../../../../shared/lib/json'
import type { ConditionDraft } from './ruleDraft'

export interface RuleConditionsProps {
  /** The tool's input schema, if known. */
  readonly schema: JsonObject | undefined
  readonly where: readonly ConditionDraft[]
  readonly onWhere: (where: readonly ConditionDraft[]) => void
}

const tests: readonly ArgumentCondition['test'][] = ['is', 'exactly', 'inFolder', 'inRepository', 'onHost', 'atLeast', 'atMost']

/** The conditions on a call's arguments under which a rule applies. All of them must hold. */
export function RuleConditions({ schema, where, onWhere }: RuleConditionsProps) {
  const listId = useId()
  const fields = schema ? argumentFields(schema, {}) : []
  const change = (changed: ConditionDraft): void => onWhere(where.map((each) => (each.key === changed.key ? changed : each)))
  const add = (): void => {
    const key = 1 + Math.max(-1, ...where.map((each) => each.key))
    onWhere([...where, { key, argument: '', test: 'is', value: '' }])
  }
  return (
    <div role="group" aria-label={t('rules.form.conditions')} className="grid gap-1.5">
      <datalist id={listId}>
        {fields.map(({ key }) => (
          <option key={key}>{key}</option>
        ))}
      </datalist>
      {where.map((each) => (
        <div
          key={each.key}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 wide:grid-cols-[minmax(0,1fr)_9rem_minmax(0,1fr)_auto]"
        >
          <TextField
            autoFocus={each.argument === ''}
            mono
            height="small"
            aria-label={t('rules.form.argument')}
            list={listId}
            placeholder={t('rules.form.argument.placeholder')}
            value={each.argument}
            onValue={(argument) => change({ ...each, argument, value: valueFor(each, holdsOf(fields, argument)) })}
          />
          <div className="max-wide:order-1 max-wide:col-span-2">
            <SelectField
              label={t('rules.form.testOf', { argument: each.argument })}
              height="small"
              value={each.test}
              options={tests.map((test) => ({ value: test, label: t(`rules.test.${test}`) }))}
              onValue={(test) => change({ ...each, test, value: valueFor({ ...each, test }, holdsOf(fields, each.argument)) })}
            />
          </div>
          <div className="max-wide:order-2 max-wide:col-span-2">
            <ConditionValueField
              key={`${each.test} ${holdsOf(fields, each.argument)}`}
              label={t('rules.form.valueOf', { argument: each.argument })}
              test={each.test}
              value={each.value}
              {...(fields.some(({ key }) => key === each.argument.trim()) && { holds: holdsOf(fields, each.argument) })}
              onValue={(value) => change({ ...each, value })}
            />
          </div>
          <IconButton
            size="small"
            label={each.argument === '' ? t('rules.form.takeOut') : t('rules.form.takeOutNamed', { argument: each.argument })}
            icon={<X size={14} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => onWhere(where.filter(({ key }) => key !== each.key))}
          />
        </div>
      ))}
      <div>
        <Button size="small" look="bare" onClick={add}>
          <Plus size={13} strokeWidth={1.75} aria-hidden="true" />
          {t('rules.form.addCondition')}
        </Button>
      </div>
    </div>
  )
}

function holdsOf(fields: readonly ArgumentField[], argument: string): 'text' | 'number' | 'boolean' {
  const kind = fields.find(({ key }) => key === argument.trim())?.kind
  return kind === 'number' || kind === 'integer' ? 'number' : kind === 'boolean' ? 'boolean' : 'text'
}

/** Keeps the field's value if it still has the right type. */
function valueFor({ test, value }: ConditionDraft, holds: 'text' | 'number' | 'boolean'): ConditionDraft['value'] {
  const wanted = test === 'atLeast' || test === 'atMost' ? 'number' : test === 'is' ? holds : 'text'
  if (wanted === 'text') return typeof value === 'string' ? value : ''
  return typeof value === wanted ? value : undefined
}
