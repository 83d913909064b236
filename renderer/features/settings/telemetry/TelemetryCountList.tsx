import type { TelemetryCounts } from '../../../../shared/domain/telemetry/telemetry'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import { formatWhen } from '../../../ui/format/formatTime'
import { useNow } from '../../../ui/hooks/useNow'
import { describeTelemetryFailure } from './describeTelemetryFailure'
import { t, translator } from '../../../i18n/t'

export interface TelemetryCountListProps {
  readonly counts: TelemetryCounts
  /** Where it goes. */
  readonly hosts: readonly string[]
}

/** How much was sent and dropped since the start, and why the last delivery failed. */
export function TelemetryCountList({ counts: { sent, dropped, lastSentAt, lastError }, hosts }: TelemetryCountListProps) {
  const now = useNow(true, 30_000)
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-3 border border-line bg-raised px-4 py-3">
      <dt className="text-text-3">{t('telemetry.counts.sent')}</dt>
      <dd className="num">
        {lastSentAt === undefined
          ? t('telemetry.counts.never')
          : t('telemetry.counts.sentAt', { count: sent, when: formatWhen(lastSentAt, now) })}
      </dd>
      <dt className="text-text-3">{t('telemetry.counts.dropped')}</dt>
      <dd>
        <span className="num">{dropped === 0 ? translator().number(0) : t('telemetry.counts.droppedOf', { count: dropped })}</span>
        {dropped > 0 && <span className="text-12 text-text-3"> {t('telemetry.counts.droppedHelp')}</span>}
      </dd>
      {lastError && (
        <>
          <dt className="text-text-3">{hosts.length > 0 ? t('telemetry.counts.failedFor', { hosts }) : t('telemetry.counts.failed')}</dt>
          <dd className="grid grid-cols-[minmax(0,1fr)] gap-1">
            {t('telemetry.counts.failedAt', { why: describeTelemetryFailure(lastError), when: formatWhen(lastError.at, now) })}
            {lastError.words !== undefined && <ServerQuoteLine whole text={lastError.words} />}
          </dd>
        </>
      )}
    </dl>
  )
}
