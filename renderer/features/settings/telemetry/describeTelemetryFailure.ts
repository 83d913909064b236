import type { TelemetryFailure } from '../../../../shared/domain/telemetry/telemetry'
import { t } from '../../../i18n/t'

/** Says in a few words why telemetry did not arrive. */
export function describeTelemetryFailure({ reason, status }: Pick<TelemetryFailure, 'reason' | 'status'>): string {
  if (reason === 'refused') return t('telemetry.failure.refused', { status: String(status ?? '') })
  return t(`telemetry.failure.${reason}`)
}
