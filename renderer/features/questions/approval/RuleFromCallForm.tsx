import type { CallId, ServerId } from '../../../../shared/domain/ids'
import type { ApprovalDetails } from '../../../../shared/domain/question'
import type { RuleFromCall, RuleSubject } from '../../../../shared/domain/rule'
import { ruleLasts, rulesFromCall } from '../../../../shared/domain/ruleChoices'
import type { Message } from '../../../../shared/i18n/message'
import { describeSubject } from '../../../../shared/rules/describeRule'
import { Text } from '../../../i18n/Text'
import { t, translator } from '../../../i18n/t'
import { DateField } from '../../../ui/form/DateField'
import { dayOf, endOfDay } from '../../../ui/format/calendarDay'
import { MessageText } from '../../../i18n/MessageText'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { RadioGroup } from '../../../ui/form/RadioGroup'
import { RadioOption } from '../../../ui/form/RadioOption'
import { QuotedName } from '../../../ui/QuotedName'
import { useNow } from '../../../ui/hooks/useNow'
import { RuleForToolArguments, RuleFromCallConditions } from './RuleFromCallConditions'
import { openIn, ruleOf, type RuleFromCallDraft } from './ruleFromCallDraft'
import { RuleFromCallImpact } from './RuleFromCallImpact'

export interface RuleFromCallFormProps {
  readonly server: ServerId
  readonly callId: CallId | undefined
  readonly details: ApprovalDetails
  readonly draft: RuleFromCallDraft
  readonly onDraft: (draft: RuleFromCallDraft) => void
}

/** "Always allow…": what to allow and for how long. Shows the rule as one sentence, and its effect on recent calls. */
export function RuleFromCallForm({ server, callId, details, draft, onDraft }: RuleFromCallFormProps) {
  const { what, lasts, untilDay, rows } = draft
  const now = useNow(true, 60_000)
  const rule = ruleOf(draft, now)
  return (
    <>
      <LabelledRow label={t('approvals.scope.what')}>
        <RadioGroup
          label={t('approvals.scope.what')}
          value={what}
          onValue={(value) => onDraft({ ...draft, what: rulesFromCall.find((one) => one === value) ?? what })}
        >
          <RadioOption value="tool" label={t('approvals.scope.tool')} />
          {details.readOnlyRuleOffered && <RadioOption value="readOnly" label={t('approvals.scope.readOnly', { server })} />}
          {rows.length > 0 && <RadioOption value="arguments" label={<CallsOf tool={details.tool} />} />}
        </RadioGroup>
        {what === 'tool' && <RuleForToolArguments ofTool={draft.ofTool} onOfTool={(ofTool) => onDraft({ ...draft, ofTool })} />}
        {what === 'arguments' && <RuleFromCallConditions rows={rows} onRows={(next) => onDraft({ ...draft, rows: next })} />}
      </LabelledRow>
      <LabelledRow label={t('approvals.scope.howLong')}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <RadioGroup
            label={t('approvals.scope.howLong')}
            layout="line"
            value={lasts}
            onValue={(value) => onDraft({ ...draft, lasts: ruleLasts.find((one) => one === value) ?? lasts })}
          >
            <RadioOption value="conversation" label={t('approvals.scope.conversation')} />
            <RadioOption value="always" label={t('approvals.scope.always')} />
            <RadioOption value="until" label={untilLabel(untilDay, now)} />
          </RadioGroup>
          {lasts === 'until' && (
            <DateField
              aria-label={t('approvals.scope.lastDay')}
              aria-invalid={rule === undefined && what !== 'arguments'}
              height="small"
              min={dayOf(now)}
              value={untilDay}
              onValue={(day) => onDraft({ ...draft, untilDay: day })}
            />
          )}
        </div>
      </LabelledRow>
      <LabelledRow label={t('approvals.scope.rule')}>
        {rule ? (
          <>
            <p className="breakable text-14">
              <RuleAsSentence rule={rule} server={server} tool={details.tool} open={openIn(draft)} />
            </p>
            {callId !== undefined && <RuleFromCallImpact callId={callId} rule={rule} />}
            <p className="pt-1 text-12 text-text-3">
              {rule.what === 'arguments' && `${t('approvals.scope.othersAsk')} `}
              {t(rule.what === 'readOnly' ? 'approvals.scope.coversLater' : 'approvals.scope.ends', { server })}
            </p>
          </>
        ) : (
          <p className="text-text-2">{t(missingIn(draft))}</p>
        )}
      </LabelledRow>
    </>
  )
}

/** "Until Sun 29 Nov" */
function untilLabel(day: string, now: number): string {
  const until = endOfDay(day, now)
  if (until === undefined) return t('approvals.scope.untilADay')
  return t('approvals.scope.until', { day: translator().date(until, { weekday: 'short', day: 'numeric', month: 'short' }) })
}

interface RuleAsSentenceProps {
  readonly rule: RuleFromCall
  readonly server: ServerId
  readonly tool: string
  /** The names of the arguments that may be anything. */
  readonly open: readonly string[]
}

/** Shows the whole rule without shortening. The tool appears as data, the conditions are set apart, and what is left open is red. */
function RuleAsSentence({ rule, server, tool, open }: RuleAsSentenceProps) {
  const message: Message = {
    id: open.length > 0 ? `approvals.scope.ruleOpen.${rule.lasts}` : `approvals.scope.rule.${rule.lasts}`,
    params: {
      subject: subjectOf(rule, server, tool),
      ...(open.length > 0 && { open }),
      ...(rule.lasts === 'until' && { until: rule.until ?? 0 }),
    },
  }
  return (
    <MessageText
      message={message}
      tags={{ b: <b className="font-title" />, ...(open.length > 0 && { danger: <span className="text-danger-text" /> }) }}
      components={{
        conditions: <b className="font-label" />,
      }}
    />
  )
}

function subjectOf({ what, where }: RuleFromCall, server: ServerId, tool: string): Message {
  if (what === 'readOnly') return { id: 'approvals.scope.readOnlyTools', params: { server } }
  const subject: RuleSubject = { serverId: server, tool, ...(where && { where }) }
  return describeSubject(subject, Infinity)
}

function CallsOf({ tool }: { readonly tool: string }) {
  return (
    <Text
      id="approvals.scope.callsWhere"
      components={{
        tool: <QuotedName name={tool} whole />,
      }}
    />
  )
}

function missingIn({ what, rows, lasts, ofTool }: RuleFromCallDraft) {
  if (what === 'tool' && ofTool.some(({ sensitive, opened }) => sensitive && !opened)) return 'approvals.scope.notOpened'
  if (what === 'arguments' && rows.some(({ counts, offers }) => counts && offers.length === 0)) return 'approvals.scope.tooLongCounts'
  if (what === 'arguments' && !rows.some(({ counts }) => counts)) return 'approvals.scope.noneCounts'
  if (what === 'arguments' && rows.some(({ counts, value }) => counts && value === undefined)) return 'approvals.scope.noValue'
  return lasts === 'until' ? 'approvals.scope.dayOver' : 'approvals.scope.missing'
}
