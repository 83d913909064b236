import type { TelemetryStatus } from '../../../../shared/domain/telemetry/telemetry'
import { callHost } from '../../../rpc/callHost'
import { usePolicy } from '../../../rpc/usePolicy'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { Skeleton } from '../../../ui/Skeleton'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { PolicyLock } from '../../../widgets/PolicyLock'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { SettingsSection } from '../SettingsSection'
import { TelemetryCountList } from './TelemetryCountList'
import { TelemetryForm } from './TelemetryForm'
import { TelemetrySample } from './TelemetrySample'
import { TelemetryState } from './TelemetryState'
import { t } from '../../../i18n/t'

/** Whether Parley sends telemetry, where to and what: off until the person or a policy names a collector. */
export function TelemetryPage() {
  const status = useTopic('telemetry')
  const locks = usePolicy().locks.telemetry?.facts.map(({ code }) => code) ?? []
  if (!status) return <Skeleton label={t('settings.page.telemetry')} />
  const { config, settings, counts } = status
  const isFixed = locks.some((code) => code !== 'telemetryNoContent')
  return (
    <>
      <div className="mb-3 empty:hidden">
        <PolicyLock part="telemetry" />
      </div>
      {status.offered && <Offer offered={status.offered} />}
      <SettingsSection title={t('telemetry.collector')}>
        <div className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line rounded-3 border border-line bg-raised">
          <TelemetryState
            config={config}
            mayTurnOff={!isFixed && settings.endpoint !== undefined}
            lastError={counts.lastError}
            isReached={counts.isReached === true}
            hasForm={!isFixed}
          />
          {!isFixed && <TelemetryForm settings={settings} mayContent={!locks.includes('telemetryNoContent')} />}
        </div>
      </SettingsSection>
      {(config.state === 'on' || counts.sent + counts.dropped > 0) && (
        <SettingsSection title={t('telemetry.counts.title')}>
          <TelemetryCountList counts={counts} hosts={config.state === 'on' ? config.hosts : []} />
        </SettingsSection>
      )}
      <TelemetrySample
        isOn={config.state === 'on'}
        content={config.state === 'on' && config.content}
        signals={config.state === 'on' ? config.signals : settings.signals}
      />
    </>
  )
}

/** Asks before anything goes to a collector that only the environment names: whoever set it may not have thought of Parley. */
function Offer({ offered: { host, variable } }: { readonly offered: NonNullable<TelemetryStatus['offered']> }) {
  const { busy, failed, run } = useAsyncAction()
  const answer = (send: boolean): void => run(() => callHost('telemetry.answerOffer', { send }))
  return (
    <div className="mb-4 grid gap-2">
      <Notice
        look="ask"
        title={t('telemetry.offer', { host })}
        actions={
          <>
            <Button size="small" disabled={busy} onClick={() => answer(false)}>
              {t('telemetry.offer.later')}
            </Button>
            <Button size="small" busy={busy} onClick={() => answer(true)}>
              {t('telemetry.offer.send')}
            </Button>
          </>
        }
      >
        {t('telemetry.offerHelp', { variable })}
      </Notice>
      {failed && <ErrorNotice role="alert" error={failed} />}
    </div>
  )
}
