import type { CallId, ServerId } from '../../../../shared/domain/ids'
import type { ApprovalDetails } from '../../../../shared/domain/question'
import { RuleFromCall, type RuleSubject } from '../../../../shared/domain/rule'
import { describeCondition, describeDuration, describeSubject } from '../../../../shared/rules/describeRule'
import { DateField } from '../../../ui/form/DateField'
import { dayOf, endOfDay } from '../../../ui/format/calendarDay'
import { QuestionRow } from '../../../widgets/QuestionRow'
import { RadioGroup } from '../../../ui/form/RadioGroup'
import { RadioOption } from '../../../ui/form/RadioOption'
import { plainName } from '../../../../shared/lib/unicodeScripts'
import { SafeText } from '../../../ui/SafeText'
import { useNow } from '../../../ui/hooks/useNow'
import { ScopeConditions } from './ScopeConditions'
import { ruleOf, type ScopeDraft } from './scopeDraft'
import { ScopeImpact } from './ScopeImpact'

export interface ApprovalScopeProps {
  readonly server: ServerId
  readonly callId: CallId | undefined
  readonly details: ApprovalDetails
  readonly draft: ScopeDraft
  readonly onDraft: (draft: ScopeDraft) => void
}

/** "Always allow…": what, how long, and the rule as one sentence with what it would have done to the last calls. */
export function ApprovalScope({ server, callId, details, draft, onDraft }: ApprovalScopeProps) {
  const { what, lasts, untilDay, rows } = draft
  const now = useNow(true, 60_000)
  const rule = ruleOf(draft, now)
  return (
    <>
      <QuestionRow label="What">
        <RadioGroup label="What" value={what} onValue={(value) => onDraft({ ...draft, what: RuleFromCall.shape.what.parse(value) })}>
          <RadioOption value="tool" label="This tool" />
          {details.readOnlyRuleOffered && <RadioOption value="readOnly" label={`All tools that ${server} calls read-only`} />}
          {rows.length > 0 && <RadioOption value="arguments" label={<CallsOf tool={details.tool} />} />}
        </RadioGroup>
        {what === 'arguments' && <ScopeConditions rows={rows} onRows={(next) => onDraft({ ...draft, rows: next })} />}
      </QuestionRow>
      <QuestionRow label="How long">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <RadioGroup
            label="How long"
            layout="line"
            value={lasts}
            onValue={(value) => onDraft({ ...draft, lasts: RuleFromCall.shape.lasts.parse(value) })}
          >
            <RadioOption value="conversation" label="In this conversation" />
            <RadioOption value="always" label="Always" />
            <RadioOption value="until" label={`Until ${untilWords(untilDay, now)}`} />
          </RadioGroup>
          {lasts === 'until' && (
            <DateField
              aria-label="Last day"
              aria-invalid={rule === undefined && what !== 'arguments'}
              height="small"
              min={dayOf(now)}
              value={untilDay}
              onValue={(day) => onDraft({ ...draft, untilDay: day })}
            />
          )}
        </div>
      </QuestionRow>
      <QuestionRow label="The rule">
        {rule ? (
          <>
            <p className="breakable text-14">
              <b className="font-title">Allow</b> <Subject subject={subjectOf(rule, server, details.tool)} />
              {`, ${rule.lasts === 'conversation' ? 'in this conversation' : describeDuration(rule)}.`}
            </p>
            {callId !== undefined && <ScopeImpact callId={callId} rule={rule} />}
            <p className="pt-1 text-12 text-text-3">
              {rule.what === 'readOnly'
                ? `It covers tools that come later, as long as you believe ${server}.`
                : `It ends when ${server} changes the tool’s description or arguments, or when you remove it.`}
            </p>
          </>
        ) : (
          <p className="text-text-2">{missingWords(draft)}</p>
        )}
      </QuestionRow>
    </>
  )
}

/** "Sun 29 Nov" */
function untilWords(day: string, now: number): string {
  const until = endOfDay(day, now)
  return until === undefined ? 'a day' : new Date(until).toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })
}

function subjectOf({ what, where }: RuleFromCall, serverId: ServerId, tool: string): RuleSubject {
  if (what === 'readOnly') return { serverId, kind: 'readOnly' }
  return { serverId, tool, ...(where && { where }) }
}

/** The words of a rule, with the tool as data and the conditions set apart. */
function Subject({ subject }: { readonly subject: RuleSubject }) {
  const { tool, where = [] } = subject
  const words = describeSubject(tool === undefined ? subject : { ...subject, where: [] }, Infinity)
  if (tool === undefined) return <SafeText text={words.charAt(0).toLowerCase() + words.slice(1)} />
  return (
    <>
      <code className="mono">
        <SafeText text={tool} />
      </code>
      <SafeText text={words.slice(tool.length)} />
      {where.map((condition, index) => (
        <span key={index}>
          {index === 0 ? ' where ' : ' and '}
          <b className="font-label">
            <SafeText text={describeCondition(condition, Infinity)} />
          </b>
        </span>
      ))}
    </>
  )
}

function CallsOf({ tool }: { readonly tool: string }) {
  return (
    <>
      Calls of <code className="mono">{plainName(tool)}</code> where
    </>
  )
}

function missingWords({ what, rows, lasts }: ScopeDraft): string {
  if (what === 'arguments' && !rows.some(({ counts }) => counts)) return 'Choose at least one argument that counts.'
  if (what === 'arguments' && rows.some(({ counts, value }) => counts && value === undefined))
    return 'Fill in what each argument is compared with.'
  return lasts === 'until' ? 'Choose a day that is not over yet.' : 'Something is missing.'
}
