import { useState } from 'react'
import type { RuleInput } from '../../../../shared/domain/rule'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { useTopic } from '../../../rpc/useTopic'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { SegmentedControl } from '../../../ui/form/SegmentedControl'
import { RuleImpactList } from '../../../widgets/RuleImpactList'
import { useDebouncedValue } from '../../../ui/hooks/useDebouncedValue'
import { SettingsSection } from '../SettingsSection'
import { SimulateCall } from './SimulateCall'

/** Tries the rules, and the one in the form, on one call or on the recent calls. Nothing runs. */
export function SimulateRules({ draft }: { readonly draft: RuleInput | undefined }) {
  const [what, setWhat] = useState<'call' | 'last'>('call')
  const settled = useDebouncedValue(draft)
  return (
    <SettingsSection
      title={t('rules.try')}
      end={
        <SegmentedControl
          label={t('rules.try.on')}
          value={what}
          onValue={setWhat}
          options={[
            { value: 'call', label: t('rules.try.one') },
            { value: 'last', label: t('rules.try.last') },
          ]}
        />
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-3 border border-line bg-raised p-4">
        {settled && what === 'call' && <p className="text-12 text-text-2">{t('rules.try.withDraft')}</p>}
        {what === 'call' ? <SimulateCall draft={settled} /> : <LastCalls draft={settled} />}
      </div>
    </SettingsSection>
  )
}

function LastCalls({ draft }: { readonly draft: RuleInput | undefined }) {
  // The counts depend on the current rules, so they are fetched again when the rules change.
  const version = useTopic('rules.list')
  const { data, error } = useHostQuery('rules.tryLast', draft ? { draft } : {}, { version })
  if (error) return <ErrorNotice error={error} />
  if (!data) return null
  const { calls, allowed, asked, denied, changed } = data
  if (calls === 0) return <p className="text-text-2">{t('rules.try.noCalls')}</p>
  return (
    <>
      <p aria-live="polite">
        <Text
          id="rules.try.counts"
          values={{ with: draft ? 'draft' : 'today', calls, allowed, asked, denied }}
          components={{ b: <b className="font-title" /> }}
        />
        {draft && ` ${t('rules.try.changed', { count: changed.length })}`}
      </p>
      {changed.length > 0 && <RuleImpactList label={t('rules.try.changedList')} changed={changed} />}
      {!draft && <p className="text-12 text-text-3">{t('rules.try.addToSee')}</p>}
    </>
  )
}
