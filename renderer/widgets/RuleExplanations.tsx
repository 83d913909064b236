import { Lock } from 'lucide-react'
import type { RuleExplanation, RuleVerdict } from '../../shared/domain/rule'
import { assertNever } from '../../shared/lib/assertNever'
import { SafeText } from '../ui/SafeText'
import { StatusIcon } from '../ui/StatusIcon'
import { verdictShape } from './verdictShape'

export interface RuleExplanationsProps {
  readonly stands: readonly RuleExplanation[]
  /** What was decided, where that is known. */
  readonly verdict?: RuleVerdict
}

/** How every rule near a call stands to it: which one decides, which gives way, and why the others do not apply. */
export function RuleExplanations({ stands, verdict }: RuleExplanationsProps) {
  return (
    <ul aria-label="Rules near this call" className="grid gap-1.5 text-12">
      {stands.map((stand, index) => (
        <li
          key={stand.ruleId ?? index}
          className="grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-2 medium:grid-cols-[0.75rem_minmax(0,1fr)_minmax(0,1fr)]"
        >
          <Mark stand={stand} verdict={verdict} />
          <span className="breakable text-text-2">
            <SafeText text={stand.rule} />
            {stand.locked && (
              <Lock size={11} strokeWidth={1.75} role="img" aria-label="Set by policy" className="ml-1 inline text-text-3" />
            )}
          </span>
          <span
            className={
              stand.stands === 'decides' ? 'breakable font-label max-medium:col-start-2' : 'breakable text-text-3 max-medium:col-start-2'
            }
          >
            <SafeText text={standWords(stand)} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Mark({ stand, verdict }: { readonly stand: RuleExplanation; readonly verdict: RuleVerdict | undefined }) {
  if (stand.stands === 'decides' && verdict !== undefined) {
    return (
      <span className="pt-0.5">
        <StatusIcon shape={verdictShape[verdict]} size={10} />
      </span>
    )
  }
  return (
    <span aria-hidden="true" className="text-text-3">
      {stand.stands === 'decides' ? '•' : '–'}
    </span>
  )
}

/** "no: another server" */
function standWords({ stands, because }: RuleExplanation): string {
  const reason = because.trim().replace(/\.$/, '')
  switch (stands) {
    case 'decides':
      return reason === '' ? 'decides' : `decides: ${reason}`
    case 'givesWay':
      return reason === '' ? 'gives way' : `gives way: ${reason}`
    case 'not':
      return reason === '' ? 'no' : `no: ${reason}`
    default:
      return assertNever(stands)
  }
}
