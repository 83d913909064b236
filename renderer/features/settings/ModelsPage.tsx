import { Plus } from 'lucide-react'
import { useState } from 'react'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { PolicyLock } from '../../widgets/PolicyLock'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { EndpointForm } from '../../widgets/EndpointForm'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { LocalModelServers } from '../../widgets/LocalModelServers'
import { ModelPicker } from '../../widgets/models/ModelPicker'
import { ApiKeyForm } from '../../widgets/ApiKeyForm'
import { SegmentedControl } from '../../ui/form/SegmentedControl'
import { SelectField } from '../../ui/form/SelectField'
import { Switch } from '../../ui/form/Switch'
import { Skeleton } from '../../ui/Skeleton'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { ProviderList } from './providers/ProviderList'
import { SettingsSection } from './SettingsSection'
import { SettingRow } from './SettingRow'
import { t } from '../../i18n/t'

/** The model providers, and the default model of new conversations. */
export function ModelsPage() {
  const models = useTopic('models')
  const automaticSummaries = useTopic('settings', (settings) => settings.automaticSummaries) ?? false
  const [adding, setAdding] = useState(false)
  const { failed, run } = useAsyncAction()
  if (!models) return <Skeleton label={t('settings.page.models')} />
  const refs = models.providers.flatMap(({ name, models: offered, forbidden = [] }) =>
    offered.map((ref) => ({ ref, provider: name, forbidden: forbidden.includes(ref) })),
  )
  const options = refs.map(({ ref, provider, forbidden }) => ({
    value: ref,
    label: ref.slice(ref.indexOf('/') + 1),
    data: true,
    note: forbidden ? t('settings.models.forbidden') : provider,
    disabled: forbidden,
  }))
  return (
    <>
      <div className="mb-3 grid gap-1 empty:hidden">
        <PolicyLock part="models" />
        <PolicyLock part="sampling" />
      </div>
      <SettingsSection
        title={t('settings.models.providers')}
        end={
          <Button size="small" aria-expanded={adding} onClick={() => setAdding(!adding)}>
            <Plus size={13} strokeWidth={1.75} aria-hidden="true" />
            {t('settings.models.add')}
          </Button>
        }
      >
        <ProviderList providers={models.providers}>
          {adding && <AddProvider onDone={() => setAdding(false)} />}
          {models.providers.length === 0 && !adding && (
            <EmptyState title={t('settings.models.none')} text={t('settings.models.noneHelp')} />
          )}
        </ProviderList>
      </SettingsSection>
      <SettingsSection title={t('settings.models.found')}>
        <div className="divide-y divide-line rounded-3 border border-line bg-raised">
          <LocalModelServers
            known={models.providers.flatMap((provider) => (provider.baseUrl !== undefined ? [provider.baseUrl] : []))}
            onDone={() => undefined}
            nothing={t('settings.models.nothingFound')}
            nothingElse={t('settings.models.nothingElseFound')}
          />
        </div>
      </SettingsSection>
      <SettingsSection title={t('settings.models.which')}>
        <div className="divide-y divide-line rounded-3 border border-line bg-raised">
          <SettingRow title={t('settings.models.newConversations')} help={t('settings.models.newConversationsHelp')}>
            <ModelPicker
              label={t('settings.models.newConversations')}
              look="field"
              offersNone
              choice={models.default}
              onChoice={(model) => run(() => callHost('models.setDefault', { model }))}
            />
          </SettingRow>
          <SettingRow title={t('settings.models.titles')} help={t('settings.models.titlesHelp')}>
            <SelectField
              label={t('settings.models.titles')}
              height="small"
              className="w-56"
              value={models.titles ?? ('words' as const)}
              options={[{ value: 'words' as const, label: t('settings.models.titlesFirstWords') }, ...options]}
              onValue={(model) => run(() => callHost('models.setTitleModel', { model: model === 'words' ? null : model }))}
            />
          </SettingRow>
          <SettingRow title={t('settings.models.summaries')} help={t('settings.models.summariesHelp')}>
            <Switch
              label={t('settings.models.summaries')}
              checked={automaticSummaries}
              onChecked={(automatic) => run(() => callHost('settings.set', { automaticSummaries: automatic }))}
            />
          </SettingRow>
        </div>
        {failed && (
          <div className="mt-2">
            <ErrorNotice role="alert" error={failed} />
          </div>
        )}
      </SettingsSection>
    </>
  )
}

function AddProvider({ onDone }: { readonly onDone: () => void }) {
  const [by, setBy] = useState<'key' | 'endpoint'>('key')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-t-3 bg-accent-soft px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl
          label={t('settings.models.how')}
          value={by}
          onValue={setBy}
          options={[
            { value: 'key', label: t('settings.models.pasteKey') },
            { value: 'endpoint', label: t('settings.models.endpoint') },
          ]}
        />
        <Button look="bare" size="small" onClick={onDone}>
          {t('settings.cancel')}
        </Button>
      </div>
      {by === 'key' ? <ApiKeyForm keepsUntried onDone={onDone} /> : <EndpointForm onDone={onDone} />}
    </div>
  )
}
