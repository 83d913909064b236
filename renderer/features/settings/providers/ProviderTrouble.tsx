import type { AppErrorData } from '../../../../shared/errors/appError'
import { errorTitle, translateError } from '../../../i18n/translateError'
import { SafeText } from '../../../ui/SafeText'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import { StatusIcon } from '../../../ui/StatusIcon'
import { troubleShape } from './classifyProviderTrouble'

export interface ProviderTroubleProps {
  readonly error: AppErrorData
  readonly onThisComputer: boolean
}

/** Why a provider cannot be used: what happened, what to do, and what the provider said of it. */
export function ProviderTrouble({ error, onThisComputer }: ProviderTroubleProps) {
  const { hint } = translateError(error)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <span className="flex h-lh items-center">
        <StatusIcon shape={troubleShape(error, onThisComputer)} />
      </span>
      <div role="status" className="breakable grid gap-1">
        <p>
          <span className="font-label">
            <SafeText own text={errorTitle(error)} />
          </span>{' '}
          {hint !== undefined && (
            <span className="text-text-2">
              <SafeText own text={hint} />
            </span>
          )}
        </p>
        {error.said !== undefined && <ServerQuoteLine text={error.said} whole />}
      </div>
    </div>
  )
}
