import type { RuleVerdict } from '../../shared/domain/rule'
import { Chip } from '../ui/Chip'
import { StatusIcon } from '../ui/StatusIcon'
import { verdictShape } from './verdictShape'

const words = { allow: 'Allow', ask: 'Ask', deny: 'Deny' } as const satisfies Record<RuleVerdict, string>
const looks = { allow: 'allow', ask: 'ask', deny: 'plain' } as const

/** What a rule says about the calls that it is about. */
export function VerdictChip({ verdict }: { readonly verdict: RuleVerdict }) {
  return (
    <Chip look={looks[verdict]}>
      <StatusIcon shape={verdictShape[verdict]} /> {words[verdict]}
    </Chip>
  )
}
