import { useState } from 'react'
import type { TelemetrySignals } from '../../../../shared/domain/telemetry/telemetry'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { SegmentedControl } from '../../../ui/form/SegmentedControl'
import { SettingsSection } from '../SettingsSection'
import { t } from '../../../i18n/t'

export interface TelemetrySampleProps {
  readonly isOn: boolean
  /** Whether what is said is sent: what is shown first. */
  readonly content: boolean
  readonly signals: TelemetrySignals
}

/** What would be sent of one turn: its spans, a measurement and a decision, with and without what is said. */
export function TelemetrySample({ isOn, content, signals }: TelemetrySampleProps) {
  const [chosen, setChosen] = useState<boolean>()
  const shown = chosen ?? content
  const { data = [] } = useHostQuery('telemetry.sample', { content: shown })
  const rows = data.filter(({ signal }) => signals[signal])
  const title = t(isOn ? 'telemetry.sample.titleOn' : 'telemetry.sample.title')
  return (
    <SettingsSection
      title={title}
      end={
        <SegmentedControl
          label={t('telemetry.sample.which')}
          value={shown ? 'with' : 'without'}
          onValue={(next) => setChosen(next === 'with')}
          options={[
            { value: 'without', label: t('telemetry.sample.without') },
            { value: 'with', label: t('telemetry.sample.content') },
          ]}
        />
      }
    >
      <p className="mb-2 text-12 text-text-3">{t('telemetry.sample.help')}</p>
      <ul aria-label={title} className="divide-y divide-line rounded-3 border border-line bg-raised">
        {rows.map(({ signal, name, attributes }, index) => (
          <li key={index} className="grid grid-cols-[minmax(0,1fr)] gap-1.5 px-4 py-2.5">
            <div className="flex flex-wrap items-baseline gap-x-2">
              <code translate="no" className="mono breakable font-label">
                {name}
              </code>
              <span className="text-12 text-text-3">{t(`telemetry.sample.${signal}`)}</span>
            </div>
            <dl translate="no" className="mono grid gap-x-4 gap-y-0.5 text-12 medium:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
              {attributes.map(([attribute, value]) => (
                <div key={attribute} className="contents">
                  <dt className="breakable text-text-3">{attribute}</dt>
                  <dd className="breakable">{value}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}
