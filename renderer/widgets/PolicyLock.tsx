import { Lock } from 'lucide-react'
import type { PolicyPart } from '../../shared/domain/policy'
import { usePolicy } from '../rpc/usePolicy'
import { AppLink } from '../ui/AppLink'
import { SafeText } from '../ui/SafeText'
import { openServerForm, showSettings } from '../state/navigation'

export interface PolicyLockProps {
  /** What of the policy is meant. Nothing is shown where it fixes nothing of that. */
  readonly part: PolicyPart
  /** What to say instead of all that the policy says about it. */
  readonly text?: string
}

/** Who narrowed what stands beside it, and how, with the way to the whole policy. */
export function PolicyLock({ part, text }: PolicyLockProps) {
  const lock = usePolicy().locks[part]
  const said = text ?? lock
  if (said === undefined) return null
  return (
    <p className="flex items-start gap-1.5 text-12 text-text-2">
      <Lock size={12} strokeWidth={1.75} aria-hidden="true" className="mt-[0.1875rem] shrink-0" />
      <span className="breakable min-w-0">
        <SafeText text={said} />{' '}
        <AppLink to="policy" className="text-accent hover:underline" onGo={goToPolicy}>
          See the policy
        </AppLink>
      </span>
    </p>
  )
}

/** A dialog that it stands in gives way. */
function goToPolicy(): void {
  openServerForm(undefined)
  showSettings('policy')
}
