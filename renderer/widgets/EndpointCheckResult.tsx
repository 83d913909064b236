import { Check } from 'lucide-react'
import { Spinner } from '../ui/Spinner'
import { providerLabel } from './setDefaultModel'
import { ErrorNotice } from './ErrorNotice'
import { formatCount } from '../ui/format/relativeTime'
import type { CheckState } from './useModelCheck'

/** What an endpoint said when Parley asked it for its models. */
export function EndpointCheckResult({ state }: { readonly state: CheckState }) {
  if (state.step === 'empty') return null
  if (state.step === 'asking')
    return (
      <span className="flex items-center gap-1.5 text-12 text-text-2">
        <span className="text-accent">
          <Spinner size={10} />
        </span>
        Asking for its models
      </span>
    )
  if (!state.check.ok) return <ErrorNotice error={state.check.error} />
  return (
    <span className="flex items-center gap-1.5 text-12 text-allow-text">
      <Check size={13} strokeWidth={1.75} aria-hidden="true" />
      {providerLabel(state.check.kind)} answered, {formatCount(state.check.models.length, 'model')}.
    </span>
  )
}
