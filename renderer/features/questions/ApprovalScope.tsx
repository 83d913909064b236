import { RuleLasts, RuleReach } from '../../../shared/domain/approval'
import type { ApprovalDetails } from '../../../shared/domain/question'
import { QuestionRow } from '../../ui/QuestionRow'
import { RadioGroup } from '../../ui/RadioGroup'
import { RadioOption } from '../../ui/RadioOption'
import { SafeText } from '../../ui/SafeText'

export interface ApprovalScopeProps {
  readonly server: string
  readonly details: ApprovalDetails
  readonly what: RuleReach
  readonly onWhat: (what: RuleReach) => void
  readonly howLong: RuleLasts
  readonly onHowLong: (howLong: RuleLasts) => void
}

/** "Always allow…": what, how long, and the rule as a sentence. */
export function ApprovalScope({ server, details, what, onWhat, howLong, onHowLong }: ApprovalScopeProps) {
  return (
    <>
      <QuestionRow label="What">
        <RadioGroup label="What" value={what} onValue={(value) => onWhat(RuleReach.parse(value))}>
          <RadioOption value="tool" label="This tool" />
          {details.readOnlyRuleOffered && <RadioOption value="readOnly" label={`All tools that ${server} calls read-only`} />}
        </RadioGroup>
      </QuestionRow>
      <QuestionRow label="How long">
        <RadioGroup label="How long" layout="line" value={howLong} onValue={(value) => onHowLong(RuleLasts.parse(value))}>
          <RadioOption value="conversation" label="In this conversation" />
          <RadioOption value="always" label="Always" />
        </RadioGroup>
      </QuestionRow>
      <QuestionRow label="The rule">
        <p className="breakable text-14">
          <b className="font-title">Allow</b>{' '}
          {what === 'tool' ? (
            <code className="mono">
              <SafeText text={details.tool} />
            </code>
          ) : (
            'every tool that calls itself read-only'
          )}{' '}
          on <b className="font-title">{server}</b>, with any arguments, {howLong === 'always' ? 'always' : 'in this conversation'}.
        </p>
        <p className="pt-1 text-12 text-text-3">
          It ends when {server} changes the tool’s description or arguments, or when you remove it.
        </p>
      </QuestionRow>
    </>
  )
}
