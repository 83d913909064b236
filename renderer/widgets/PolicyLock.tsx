import { Lock } from 'lucide-react'
import type { PolicyNarrowing, PolicyPart } from '../../shared/domain/policyView'
import { usePolicy } from '../rpc/usePolicy'
import { AppLink } from '../ui/AppLink'
import { openServerForm, showSettings } from '../state/navigation'
import { t } from '../i18n/t'

export interface PolicyLockProps {
  /** The part of the policy. If the policy does not restrict it, nothing is shown. */
  readonly part: PolicyPart
  /** A single restriction, instead of everything that the policy says about that part. */
  readonly narrowing?: PolicyNarrowing
}

/** Says who restricted the setting beside it and how, with a link to the whole policy. */
export function PolicyLock({ part, narrowing }: PolicyLockProps) {
  const lock = usePolicy().locks[part]
  const shown = narrowing ?? lock
  if (!shown) return null
  return (
    <p className="flex items-start gap-1.5 text-12 text-text-2">
      <Lock size={12} strokeWidth={1.75} aria-hidden="true" className="mt-[0.1875rem] shrink-0" />
      <span className="breakable min-w-0">
        {describeNarrowing(shown)}{' '}
        <AppLink to="policy" className="text-accent underline" onGo={goToPolicy}>
          {t('policy.see')}
        </AppLink>
      </span>
    </p>
  )
}

function describeNarrowing({ by, facts: [first, ...others] }: PolicyNarrowing): string {
  if (!first) return ''
  const lock = t(`policy.lock.${first.code}`, { ...first.params, by })
  return [lock, ...others.map(({ code, params }) => t(`policy.says.${code}`, params))].join(' ')
}

/** Closes the surrounding dialog first. */
function goToPolicy(): void {
  openServerForm(undefined)
  showSettings('policy')
}
