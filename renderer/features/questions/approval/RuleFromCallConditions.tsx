import { Text } from '../../../i18n/Text'
import { t, translator } from '../../../i18n/t'
import { Checkbox } from '../../../ui/form/Checkbox'
import { ConditionValueField } from '../../../widgets/ConditionValueField'
import { SafeText } from '../../../ui/SafeText'
import { SelectField } from '../../../ui/form/SelectField'
import { withTest, type ScopeRow } from './ruleFromCallDraft'

export interface RuleFromCallConditionsProps {
  readonly rows: readonly ScopeRow[]
  readonly onRows: (rows: readonly ScopeRow[]) => void
}

/** Chooses the arguments that count for the rule, and how. All other arguments may have any value. */
export function RuleFromCallConditions({ rows, onRows }: RuleFromCallConditionsProps) {
  const free = rows.filter(({ offers }) => offers.length === 0)
  const change = (changed: ScopeRow): void => onRows(rows.map((row) => (row.path === changed.path ? changed : row)))
  return (
    <div
      role="group"
      aria-label={t('approvals.scope.arguments')}
      className="mt-2 grid gap-1.5 rounded-2 border border-accent-line bg-accent-soft px-2.5 py-2"
    >
      {rows
        .filter(({ offers }) => offers.length > 0)
        .map((row) => (
          <ConditionRow key={JSON.stringify(row.path)} row={row} onRow={change} />
        ))}
      {free.length > 0 && (
        <p className="breakable text-12 text-text-2">
          <Text
            id="approvals.scope.free"
            components={{
              names: (
                <span className="mono">
                  <SafeText
                    text={translator().list(
                      free.map(({ path }) => path.join('.')),
                      'unit',
                    )}
                  />
                </span>
              ),
            }}
          />
        </p>
      )}
      {rows.length === 0 && <p className="text-12 text-text-2">{t('approvals.scope.noArguments')}</p>}
    </div>
  )
}

function ConditionRow({ row, onRow }: { readonly row: ScopeRow; readonly onRow: (row: ScopeRow) => void }) {
  const { path, offers, counts, test, value } = row
  const name = path.join('.')
  const tests = [...new Set(offers.map((offer) => offer.test))]
  const choices = offers.flatMap((offer) => (offer.test === test ? [offer.value] : []))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_9rem] items-center gap-x-2 gap-y-1 wide:grid-cols-[minmax(5rem,8rem)_9rem_minmax(0,1fr)]">
      <Checkbox data label={name} checked={counts} onChecked={(checked) => onRow({ ...row, counts: checked })} />
      {counts ? (
        <>
          <SelectField
            label={t('rules.form.testOf', { argument: name })}
            height="small"
            value={test}
            options={tests.map((each) => ({ value: each, label: t(`rules.test.${each}`) }))}
            onValue={(next) => onRow(withTest(row, next))}
          />
          <div className="max-wide:col-span-2">
            <ConditionValueField
              key={test}
              label={t('rules.form.valueOf', { argument: name })}
              test={test}
              value={value}
              choices={choices}
              onValue={(next) => onRow({ ...row, value: next })}
            />
          </div>
        </>
      ) : (
        <span className="text-12 text-text-2">{t('approvals.scope.anything')}</span>
      )}
    </div>
  )
}
