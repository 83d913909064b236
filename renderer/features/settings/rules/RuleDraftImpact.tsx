import { useState } from 'react'
import type { RuleInput } from '../../../../shared/domain/rule'
import { translateError } from '../../../i18n/translateError'
import { t } from '../../../i18n/t'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { Button } from '../../../ui/Button'
import { ruleAllowsDeniedCall } from '../../../widgets/ruleAllowsDeniedCall'
import { RuleImpactList } from '../../../widgets/RuleImpactList'
import { useDebouncedValue } from '../../../ui/hooks/useDebouncedValue'

/** Shows which recent calls an unsaved rule would decide differently. */
export function RuleDraftImpact({ draft }: { readonly draft: RuleInput }) {
  const [shown, setShown] = useState(false)
  const { data, error } = useHostQuery('rules.tryLast', { draft: useDebouncedValue(draft) })
  if (error) return <p className="text-12 text-text-3">{t('rules.impact.unknown', { error: translateError(error).message })}</p>
  const changed = data?.changed ?? []
  const denied = changed.filter(ruleAllowsDeniedCall).length
  return (
    <div className="grid gap-2">
      <div aria-live="polite" className="flex min-h-6 flex-wrap items-center gap-x-1.5 text-12 text-text-2">
        {data && t('rules.impact', { calls: data.calls, changed: changed.length })}{' '}
        {denied > 0 && <span className="text-danger-text">{t('rules.impact.denied', { count: denied })}</span>}
        {changed.length > 0 && (
          <Button size="small" look="bare" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {t(shown ? 'rules.impact.hide' : 'rules.impact.show')}
          </Button>
        )}
      </div>
      {shown && changed.length > 0 && <RuleImpactList label={t('rules.impact.list')} changed={changed} />}
    </div>
  )
}
