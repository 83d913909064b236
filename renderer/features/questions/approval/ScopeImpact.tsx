import { useState } from 'react'
import type { CallId } from '../../../../shared/domain/ids'
import type { RuleFromCall, RuleImpactOnRecent } from '../../../../shared/domain/rule'
import { errorWords } from '../../../messages/errorWords'
import { useHostQuery } from '../../../rpc/useCall'
import { Button } from '../../../ui/Button'
import { RuleImpactList } from '../../../widgets/RuleImpactList'
import { useDebouncedValue } from '../../../ui/hooks/useDebouncedValue'
import { formatCount } from '../../../ui/format/relativeTime'

/** What a rule made from a call would have done to the last calls: how many that asked it would have allowed, and which. */
export function ScopeImpact({ callId, rule }: { readonly callId: CallId; readonly rule: RuleFromCall }) {
  const [shown, setShown] = useState(false)
  const asked = useDebouncedValue(rule)
  const { data, error } = useHostQuery('approvals.tryLast', { fromCall: { callId, rule: asked } })
  if (error)
    return <p className="text-12 text-text-3">What it would have done to your last calls is not known: {errorWords(error).message}.</p>
  const allowed = data ? allowedThatAsked(data) : []
  return (
    <div className="grid gap-2">
      <div aria-live="polite" className="flex min-h-6 flex-wrap items-center gap-x-1.5 text-12 text-text-3">
        {data && trialWords(data.calls, allowed.length)}
        {allowed.length > 0 && (
          <Button size="small" look="bare" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? 'Hide them' : 'Show them'}
          </Button>
        )}
      </div>
      {shown && allowed.length > 0 && <RuleImpactList label="Calls that it would have allowed" changed={allowed} />}
    </div>
  )
}

function allowedThatAsked({ changed }: RuleImpactOnRecent): RuleImpactOnRecent['changed'] {
  return changed.filter(({ from, to }) => from === 'ask' && to === 'allow')
}

function trialWords(calls: number, allowed: number): string {
  if (calls === 0) return 'You have no calls yet that it could be tried on.'
  return `Of your last ${formatCount(calls, 'call')} it would have allowed ${allowed} that asked.`
}
