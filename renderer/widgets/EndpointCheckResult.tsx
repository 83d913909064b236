import { Check } from 'lucide-react'
import { t } from '../i18n/t'
import { Spinner } from '../ui/Spinner'
import { providerName } from './providerName'
import { ErrorNotice } from './ErrorNotice'
import type { CheckState } from './useEndpointCheck'

/** Shows what an endpoint answered when Parley asked for its models. */
export function EndpointCheckResult({ state }: { readonly state: CheckState }) {
  if (state.step === 'empty') return null
  if (state.step === 'asking')
    return (
      <span className="flex items-center gap-1.5 text-12 text-text-2">
        <span className="text-accent">
          <Spinner size={10} />
        </span>
        {t('models.asking')}
      </span>
    )
  if (!state.check.ok) return <ErrorNotice error={state.check.error} />
  const provider = providerName(state.check.kind)
  const count = state.check.models.length
  return (
    <span className="flex items-center gap-1.5 text-12 text-allow-text">
      <Check size={13} strokeWidth={1.75} aria-hidden="true" />
      {provider === undefined ? t('models.endpointAnswered', { count }) : t('models.answered', { provider, count })}
    </span>
  )
}
