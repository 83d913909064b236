import { useState } from 'react'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { SegmentedControl } from '../../../ui/form/SegmentedControl'
import { SettingsSection } from '../SettingsSection'
import { t } from '../../../i18n/t'

/** What would be sent of one turn, span by span, with and without what is said. `content`: what is in force, which is shown first. */
export function TelemetrySample({ content }: { readonly content: boolean }) {
  const [chosen, setChosen] = useState<boolean>()
  const shown = chosen ?? content
  const { data: rows = [] } = useHostQuery('telemetry.sample', { content: shown })
  return (
    <SettingsSection
      title={t('telemetry.sample.title')}
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
      <ul aria-label={t('telemetry.sample.title')} className="divide-y divide-line rounded-3 border border-line bg-raised">
        {rows.map(({ name, attributes }, index) => (
          <li key={index} className="grid grid-cols-[minmax(0,1fr)] gap-1.5 px-4 py-2.5">
            <code translate="no" className="mono breakable font-label">
              {name}
            </code>
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
