import { useState } from 'react'
import type { CallId } from '../../../../shared/domain/ids'
import type { RuleFromCall, RuleImpactOnRecent } from '../../../../shared/domain/rule'
import { translateError } from '../../../i18n/translateError'
import { t } from '../../../i18n/t'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { Button } from '../../../ui/Button'
import { ruleAllowsDeniedCall } from '../../../widgets/ruleAllowsDeniedCall'
import { RuleImpactList } from '../../../widgets/RuleImpactList'
import { useDebouncedValue } from '../../../ui/hooks/useDebouncedValue'

/** Shows what a rule made from a call would have done to the recent calls: which calls that asked it would have allowed, and how many. */
export function RuleFromCallImpact({ callId, rule }: { readonly callId: CallId; readonly rule: RuleFromCall }) {
  const [shown, setShown] = useState(false)
  const asked = useDebouncedValue(rule)
  const { data, error } = useHostQuery('rules.tryLast', { fromCall: { callId, rule: asked } })
  if (error) return <p className="text-12 text-text-3">{t('approvals.impact.unknown', { error: translateError(error).message })}</p>
  const allowed = data ? allowedThatAsked(data) : []
  const denied = allowed.filter(ruleAllowsDeniedCall).length
  return (
    <div className="grid gap-2">
      <div aria-live="polite" className="flex min-h-6 flex-wrap items-center gap-x-1.5 text-12 text-text-3">
        {data && t('approvals.impact', { calls: data.calls, allowed: allowed.length - denied })}{' '}
        {denied > 0 && <span className="text-danger-text">{t('rules.impact.denied', { count: denied })}</span>}
        {allowed.length > 0 && (
          <Button size="small" look="bare" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {t(shown ? 'rules.impact.hide' : 'rules.impact.show')}
          </Button>
        )}
      </div>
      {shown && allowed.length > 0 && <RuleImpactList label={t('approvals.impact.list')} changed={allowed} />}
    </div>
  )
}

function allowedThatAsked({ changed }: RuleImpactOnRecent): RuleImpactOnRecent['changed'] {
  return changed.filter(({ from, to }) => from === 'ask' && to === 'allow')
}
