import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { RuleId } from '../../../../shared/domain/ids'
import type { Rule, RuleInput } from '../../../../shared/domain/rule'
import { t } from '../../../i18n/t'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { Skeleton } from '../../../ui/Skeleton'
import { useNow } from '../../../ui/hooks/useNow'
import { RuleEditor } from './RuleEditor'
import { draftOf, inputOf, type RuleDraft } from './ruleDraft'
import { RuleRow } from './RuleRow'
import { SettingsSection } from '../SettingsSection'
import { SimulateRules } from './SimulateRules'

interface Editing {
  /** Undefined for a new rule. */
  readonly rule: Rule | undefined
  readonly draft: RuleDraft
}

/** The rules, each as one sentence, to add, change and remove. Below, a person can try them out. */
export function RulesPage() {
  const rules = useTopic('rules.list')
  const [editing, setEditing] = useState<Editing>()
  const now = useNow(true, 60_000)
  const add = useRef<HTMLButtonElement>(null)
  const edited = useRef(new Map<RuleId, HTMLButtonElement>())
  const done = (): void => {
    const rule = editing?.rule
    setEditing(undefined)
    // The form that had the focus is gone, so the focus returns to the button that opened it.
    requestAnimationFrame(() => (rule ? edited.current.get(rule.id) : add.current)?.focus())
  }
  const editor = editing && (
    <RuleEditor
      key={editing.rule?.id ?? 'new'}
      rule={editing.rule}
      draft={editing.draft}
      onDraft={(draft) => setEditing({ ...editing, draft })}
      onDone={done}
    />
  )
  return (
    <>
      <SettingsSection
        title={t('rules.title')}
        end={
          <div className="flex min-w-0 grow basis-80 items-center justify-end gap-x-3">
            <span className="breakable text-end text-12 text-text-3">{t('rules.order')}</span>
            <Button ref={add} size="small" onClick={() => setEditing({ rule: undefined, draft: draftOf(undefined, Date.now()) })}>
              <Plus size={13} strokeWidth={1.75} aria-hidden="true" />
              {t('rules.add')}
            </Button>
          </div>
        }
      >
        {!rules && <Skeleton label={t('rules.loading')} />}
        {rules && (
          <div className="overflow-hidden rounded-3 border border-line bg-raised">
            {editing && !editing.rule && <div className="border-b border-line">{editor}</div>}
            {rules.length === 0 && <EmptyState title={t('rules.none')} text={t('rules.none.help')} />}
            {rules.length > 0 && (
              <ul
                aria-label={t('rules.title')}
                className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 divide-y divide-line wide:grid-cols-[auto_minmax(0,1fr)_auto_auto]"
              >
                {rules.map((entry, index) =>
                  entry.kind === 'own' && editing?.rule?.id === entry.rule.id ? (
                    <li key={entry.rule.id} className="col-span-full">
                      {editor}
                    </li>
                  ) : (
                    <RuleRow
                      key={entry.kind === 'own' ? entry.rule.id : `locked ${index}`}
                      entry={entry}
                      onEdit={(rule) => setEditing({ rule, draft: draftOf(rule, Date.now()) })}
                      editRef={(id, button) => void (button ? edited.current.set(id, button) : edited.current.delete(id))}
                    />
                  ),
                )}
              </ul>
            )}
          </div>
        )}
      </SettingsSection>
      <SimulateRules draft={editing && draftInput(editing, now)} />
    </>
  )
}

/** Returns the rule in the form, which the trial combines with the saved rules. Undefined while the form is not valid. */
function draftInput({ rule, draft }: Editing, now: number): RuleInput | undefined {
  const input = inputOf(draft, rule, now)
  return typeof input === 'string' ? undefined : input
}
