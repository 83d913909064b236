import type { TelemetryTest } from '../../../../shared/domain/telemetry/telemetry'
import { t } from '../../../i18n/t'
import { Notice } from '../../../ui/Notice'
import { describeTelemetryFailure } from './describeTelemetryFailure'

/** Which signals arrived at an address, and why the others did not. */
export function TelemetryTestResult({ tests }: { readonly tests: readonly TelemetryTest[] }) {
  const outcomes = Map.groupBy(tests, ({ failure }) => (failure ? describeTelemetryFailure(failure) : ''))
  return (
    <div role="status" className="grid gap-2">
      {[...outcomes].map(([why, those]) => {
        const signals = those.map(({ signal }) => t(`telemetry.signals.${signal}`))
        if (why === '') return <Notice key={why} title={t('telemetry.test.accepted', { signals })} />
        return <Notice key={why} look="danger" title={t('telemetry.test.failed', { signals, why })} />
      })}
    </div>
  )
}
