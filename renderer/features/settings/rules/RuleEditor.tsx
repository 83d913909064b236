import { useEffect, useId, useRef, type ReactNode } from 'react'
import type { ServerId } from '../../../../shared/domain/ids'
import type { Rule, ToolKind } from '../../../../shared/domain/rule'
import { ruleVerdicts } from '../../../../shared/domain/ruleChoices'
import { describeRule } from '../../../../shared/rules/describeRule'
import { t } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { useCatalogs } from '../../../rpc/useCatalogs'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { DateField } from '../../../ui/form/DateField'
import { dayOf } from '../../../ui/format/calendarDay'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Field } from '../../../ui/form/Field'
import { RadioGroup } from '../../../ui/form/RadioGroup'
import { RadioOption } from '../../../ui/form/RadioOption'
import { MessageText } from '../../../i18n/MessageText'
import { SelectField } from '../../../ui/form/SelectField'
import { TextField } from '../../../ui/form/TextField'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { useNow } from '../../../ui/hooks/useNow'
import { RuleDraftImpact } from './RuleDraftImpact'
import { RuleConditions } from './RuleConditions'
import { inputOf, type RuleDraft } from './ruleDraft'

export interface RuleEditorProps {
  /** The rule to change. Undefined for a new one. */
  readonly rule: Rule | undefined
  readonly draft: RuleDraft
  readonly onDraft: (draft: RuleDraft) => void
  readonly onDone: () => void
}

/** Adds or changes a rule: what Parley does, for which calls, and how long. Shows its effect on recent calls. */
export function RuleEditor({ rule, draft, onDraft, onDone }: RuleEditorProps) {
  const now = useNow(true, 60_000)
  const { busy, failed, run } = useAsyncAction()
  const input = inputOf(draft, rule, now)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('[role=radio][aria-checked=true]')?.focus(), [])
  const change = (part: Partial<RuleDraft>): void => onDraft({ ...draft, ...part })
  const save = (): void => {
    if (typeof input === 'string') return
    run(async () => {
      await callHost('rules.save', input)
      onDone()
    })
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label={t(rule ? 'rules.form.change' : 'rules.form.new')}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 bg-accent-soft px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {failed && <ErrorNotice role="alert" error={failed} />}
      <Row label={t('rules.form.parley')}>
        <RadioGroup
          label={t('rules.form.parley')}
          layout="line"
          value={draft.verdict}
          onValue={(value) => change({ verdict: ruleVerdicts.find((one) => one === value) ?? 'ask' })}
        >
          <RadioOption value="allow" label={t('rules.form.allows')} />
          <RadioOption value="ask" label={t('rules.form.asks')} />
          <RadioOption value="deny" label={t('rules.form.denies')} />
        </RadioGroup>
      </Row>
      <SubjectFields draft={draft} onChange={change} />
      <Row label={t('rules.form.howLong')}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <RadioGroup
            label={t('rules.form.howLong')}
            layout="line"
            value={draft.lasts}
            onValue={(value) => change({ lasts: value === 'until' ? 'until' : 'always' })}
          >
            <RadioOption value="always" label={t('rules.form.always')} />
            <RadioOption value="until" label={t('rules.form.until')} />
          </RadioGroup>
          {draft.lasts === 'until' && (
            <DateField
              aria-label={t('rules.form.lastDay')}
              height="small"
              min={dayOf(now)}
              value={draft.untilDay}
              onValue={(untilDay) => change({ untilDay })}
            />
          )}
        </div>
      </Row>
      <Row label={t('rules.form.rule')}>
        {typeof input === 'string' ? (
          <p className="text-text-2">{t(input)}</p>
        ) : (
          <>
            <p className="breakable">
              <MessageText
                message={{ id: `rules.form.sentence.${draft.verdict}`, params: { rule: describeRule(input) } }}
                tags={{ b: <b className="font-title" /> }}
              />
            </p>
            <RuleDraftImpact draft={input} />
          </>
        )}
      </Row>
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={onDone}>{t('rules.form.cancel')}</Button>
        <span className="grow" />
        <Button type="submit" look="ink" busy={busy} disabled={typeof input === 'string'}>
          {t('rules.form.save')}
        </Button>
      </div>
    </form>
  )
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="grid items-start gap-x-4 gap-y-1 medium:grid-cols-[7.25rem_minmax(0,1fr)]">
      <span className="text-12 leading-5 text-text-3">{label}</span>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

const kinds = ['any', 'readOnly', 'destructive', 'openWorld'] as const satisfies readonly (ToolKind | 'any')[]

interface SubjectFieldsProps {
  readonly draft: RuleDraft
  readonly onChange: (part: Partial<RuleDraft>) => void
}

function SubjectFields({ draft, onChange }: SubjectFieldsProps) {
  const servers = useTopic('servers', (list) => list.servers.map(({ id }) => id)) ?? []
  const tools = useCatalogs().find(({ serverId }) => serverId === draft.serverId)?.catalog.tools
  const schema = tools?.find(({ name }) => name === draft.tool)?.inputSchema
  const ids = draft.serverId === undefined || servers.includes(draft.serverId) ? servers : [...servers, draft.serverId]
  return (
    <>
      <Field label={t('rules.form.server')}>
        {(control) => (
          <SelectField
            {...control}
            height="small"
            value={optionOf(draft.serverId)}
            options={[
              { value: 'every', label: t('rules.form.everyServer') },
              ...ids.map((id) => ({ value: optionOf(id), label: id, data: true })),
            ]}
            onValue={(value) => onChange({ serverId: ids.find((id) => optionOf(id) === value), tool: '', where: [] })}
          />
        )}
      </Field>
      {draft.serverId !== undefined && (
        <ToolField
          tool={draft.tool}
          names={tools?.map(({ name }) => name)}
          onTool={(tool) => onChange({ tool, ...(tool === '' && { where: [] }) })}
        />
      )}
      {draft.tool.trim() === '' ? (
        <Field label={t('rules.form.tools')} help={draft.kind === undefined ? undefined : t('rules.form.kind.help')}>
          {(control) => (
            <SelectField
              {...control}
              height="small"
              value={draft.kind ?? 'any'}
              options={kinds.map((kind) => ({ value: kind, label: t(`rules.form.kind.${kind}`) }))}
              onValue={(value) => onChange({ kind: value === 'any' ? undefined : value })}
            />
          )}
        </Field>
      ) : (
        <Row label={t('rules.form.where')}>
          <RuleConditions schema={schema} where={draft.where} onWhere={(where) => onChange({ where })} />
        </Row>
      )}
    </>
  )
}

const optionOf = (id: ServerId | undefined): string => (id === undefined ? 'every' : `server ${id}`)

interface ToolFieldProps {
  readonly tool: string
  /** Undefined while the server does not run. The person then types the tool's name. */
  readonly names: readonly string[] | undefined
  readonly onTool: (tool: string) => void
}

function ToolField({ tool, names, onTool }: ToolFieldProps) {
  const listId = useId()
  const known = names && (tool === '' || names.includes(tool) ? names : [...names, tool])
  return (
    <Field label={t('rules.form.tool')} {...(!known && { help: t('rules.form.tool.help') })}>
      {(control) =>
        known ? (
          <SelectField
            {...control}
            height="small"
            value={`tool ${tool}`}
            options={[
              { value: 'tool ', label: t('rules.form.everyTool') },
              ...known.map((name) => ({ value: `tool ${name}`, label: name, data: true })),
            ]}
            onValue={(value) => onTool(value.slice('tool '.length))}
          />
        ) : (
          <TextField {...control} mono height="small" list={listId} maxLength={200} value={tool} onValue={onTool} />
        )
      }
    </Field>
  )
}
