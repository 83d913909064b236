import type { RuleVerdict } from '../../shared/domain/rule'
import { Chip } from './Chip'
import { StateMark } from './StateMark'
import { verdictShape } from './verdictShape'

const words = { allow: 'Allow', ask: 'Ask', deny: 'Deny' } as const satisfies Record<RuleVerdict, string>
const looks = { allow: 'allow', ask: 'ask', deny: 'plain' } as const

/** What a rule says about the calls that it is about. */
export function VerdictChip({ verdict }: { readonly verdict: RuleVerdict }) {
  return (
    <Chip look={looks[verdict]}>
      <StateMark shape={verdictShape[verdict]} /> {words[verdict]}
    </Chip>
  )
}
