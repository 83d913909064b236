import { Plus } from 'lucide-react'
import { useState } from 'react'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { PolicyLock } from '../../widgets/PolicyLock'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { EndpointForm } from '../../widgets/EndpointForm'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { FoundModels } from '../../widgets/FoundModels'
import { ApiKeyForm } from '../../widgets/ApiKeyForm'
import { SegmentedControl } from '../../ui/form/SegmentedControl'
import { SelectField } from '../../ui/form/SelectField'
import { Skeleton } from '../../ui/Skeleton'
import { useAttempt } from '../../widgets/useAttempt'
import { ProviderRow } from './ProviderRow'
import { Section } from './Section'
import { SettingRow } from './SettingRow'

/** The providers of models, and which model new conversations begin with. */
export function ModelsPage() {
  const models = useTopic('models')
  const [adding, setAdding] = useState(false)
  const { failed, run } = useAttempt()
  if (!models) return <Skeleton label="Models" />
  const refs = models.providers.flatMap(({ name, models: offered, forbidden = [] }) =>
    offered.map((ref) => ({ ref, provider: name, forbidden: forbidden.includes(ref) })),
  )
  return (
    <>
      <div className="mb-3 grid gap-1 empty:hidden">
        <PolicyLock part="models" />
        <PolicyLock part="sampling" />
      </div>
      <Section
        title="Providers"
        end={
          <Button size="small" aria-expanded={adding} onClick={() => setAdding(!adding)}>
            <Plus size={13} strokeWidth={1.75} aria-hidden="true" />
            Add a provider
          </Button>
        }
      >
        <div className="divide-y divide-line rounded-3 border border-line bg-raised">
          {adding && <AddProvider onDone={() => setAdding(false)} />}
          {models.providers.map((provider) => (
            <ProviderRow key={provider.id} provider={provider} />
          ))}
          {models.providers.length === 0 && !adding && (
            <EmptyState title="No models yet" text="Add a provider with a key or an address, or use a model found on this computer." />
          )}
        </div>
      </Section>
      <Section title="Found on this computer">
        <div className="divide-y divide-line rounded-3 border border-line bg-raised">
          <FoundModels
            known={models.providers.flatMap((provider) => (provider.baseUrl !== undefined ? [provider.baseUrl] : []))}
            onDone={() => undefined}
            nothing="Nothing else was found. Parley looks for Ollama, LM Studio and llama.cpp at 127.0.0.1."
          />
        </div>
      </Section>
      <Section title="Which one">
        <div className="rounded-3 border border-line bg-raised">
          <SettingRow title="New conversations" help="Every conversation can have another one.">
            <SelectField
              label="New conversations"
              height="small"
              className="w-56"
              placeholder="Choose a model"
              value={models.default}
              options={[
                ...refs.map(({ ref, provider, forbidden }) => ({
                  value: ref,
                  label: ref.slice(ref.indexOf('/') + 1),
                  note: forbidden ? 'not allowed by the policy' : provider,
                  disabled: forbidden,
                })),
                { value: 'none' as const, label: 'No model' },
              ]}
              onValue={(model) => run(() => callHost('models.setDefault', { model }))}
            />
          </SettingRow>
        </div>
        {failed && (
          <div className="mt-2">
            <ErrorNotice role="alert" error={failed} />
          </div>
        )}
      </Section>
    </>
  )
}

function AddProvider({ onDone }: { readonly onDone: () => void }) {
  const [by, setBy] = useState<'key' | 'endpoint'>('key')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-t-3 bg-accent-soft px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl
          label="How to add a provider"
          value={by}
          onValue={setBy}
          options={[
            { value: 'key', label: 'Paste a key' },
            { value: 'endpoint', label: 'Another endpoint' },
          ]}
        />
        <Button look="bare" size="small" onClick={onDone}>
          Cancel
        </Button>
      </div>
      {by === 'key' ? <ApiKeyForm onDone={onDone} /> : <EndpointForm onDone={onDone} />}
    </div>
  )
}
