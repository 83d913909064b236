import { t } from '../../../i18n/t'
import { Checkbox } from '../../../ui/form/Checkbox'
import { ConditionValueField } from '../../../widgets/ConditionValueField'
import { SelectField } from '../../../ui/form/SelectField'
import { withTest, type OpenArgument, type ScopeRow } from './ruleFromCallDraft'

export interface RuleFromCallConditionsProps {
  readonly rows: readonly ScopeRow[]
  readonly onRows: (rows: readonly ScopeRow[]) => void
}

const box = 'mt-2 grid gap-1.5 rounded-2 border border-accent-line bg-accent-soft px-2.5 py-2'

/** Chooses how the arguments count for the rule. All count at first; the person can leave each of them open. */
export function RuleFromCallConditions({ rows, onRows }: RuleFromCallConditionsProps) {
  const change = (changed: ScopeRow): void => onRows(rows.map((row) => (row.path === changed.path ? changed : row)))
  return (
    <div role="group" aria-label={t('approvals.scope.arguments')} className={box}>
      {rows.map((row) => (
        <ConditionRow key={JSON.stringify(row.path)} row={row} onRow={change} />
      ))}
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
      {!counts && <span className="text-12 font-label text-danger-text">{t('approvals.scope.anything')}</span>}
      {counts && offers.length === 0 && (
        <span className="text-12 text-text-2 max-wide:col-span-2 wide:col-span-2">{t('approvals.scope.tooLong')}</span>
      )}
      {counts && offers.length > 0 && (
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
      )}
    </div>
  )
}

export interface RuleForToolArgumentsProps {
  readonly ofTool: readonly OpenArgument[]
  readonly onOfTool: (ofTool: readonly OpenArgument[]) => void
}

/** For a rule about the whole tool: the arguments that decide what happens, each of which the person has to leave open by itself. */
export function RuleForToolArguments({ ofTool, onOfTool }: RuleForToolArgumentsProps) {
  const sensitive = ofTool.filter((each) => each.sensitive)
  if (sensitive.length === 0) return null
  return (
    <div role="group" aria-label={t('approvals.scope.leftOpen')} className={box}>
      {sensitive.map(({ name, opened }) => (
        <Checkbox
          key={name}
          label={t('approvals.scope.opens', { argument: name })}
          checked={opened}
          onChecked={(next) => onOfTool(ofTool.map((each) => (each.name === name ? { ...each, opened: next } : each)))}
        />
      ))}
    </div>
  )
}
