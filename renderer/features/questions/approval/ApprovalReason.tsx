import { useState } from 'react'
import type { ApprovalHistory } from '../../../../shared/domain/approval'
import type { ApprovalDetails } from '../../../../shared/domain/question'
import { Button } from '../../../ui/Button'
import { RuleExplanations } from '../../../widgets/RuleExplanations'
import { SafeText } from '../../../ui/SafeText'
import { formatAge, formatCount } from '../../../ui/format/relativeTime'

/** Why a call asks: what decided that, what was decided before, and how the nearest rules stand to it. */
export function ApprovalReason({ details: { why, history, stands = [], added } }: { readonly details: ApprovalDetails }) {
  const [shown, setShown] = useState(false)
  return (
    <div className="grid gap-2">
      <p className="breakable">
        <span className="font-label">
          <SafeText text={why} />
        </span>{' '}
        <span className="text-text-2">
          {historyWords(history)}
          {/* Where a rule gave way to that, the sentence before has said it. */}
          {added && !why.includes('the tool came after you accepted') && ' The tool came after you accepted its server.'}
        </span>
      </p>
      {stands.length > 0 && (
        <div>
          <Button size="small" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {formatCount(stands.length, 'rule')} near it
          </Button>
        </div>
      )}
      {shown && <RuleExplanations stands={stands} verdict="ask" />}
    </div>
  )
}

function historyWords({ allowed, denied, last }: ApprovalHistory): string {
  if (!last) return 'You have not decided about this tool before.'
  const times = [allowed > 0 && `allowed it ${timesWords(allowed)}`, denied > 0 && `denied it ${timesWords(denied)}`]
    .filter(Boolean)
    .join(' and ')
  const age = formatAge(last.at, Date.now())
  return `You have ${times} before, the last time ${/^\d+ (s|min|h)$/.test(age) ? `${age} ago` : age.toLowerCase()}${allowed > 0 && denied > 0 ? `, when you ${last.verdict} it` : ''}.`
}

function timesWords(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
}
