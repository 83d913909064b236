import { useState, type ReactNode } from 'react'
import type { ProviderView } from '../../../shared/domain/models/modelProvider'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/form/Field'
import { SecretField } from '../../ui/form/SecretField'
import { ErrorNotice } from '../ErrorNotice'
import { secretStorageSentence } from '../secretStorageLabel'
import { useAsyncAction } from '../useAsyncAction'
import { modelIds, providerInput } from './providerInput'

export interface ProviderKeyFormProps {
  readonly provider: ProviderView
  /** The words of the button that keeps the key. */
  readonly save: string
  readonly size?: 'small' | 'usual'
  readonly onSaved: () => void
  /** Other buttons beside it. */
  readonly children?: ReactNode
}

/** Takes another key for a provider. The vault keeps it, and it is never shown again. */
export function ProviderKeyForm({ provider, save, size = 'usual', onSaved, children }: ProviderKeyFormProps) {
  const kept = useTopic('app', (app) => app.secretsKept)
  const [key, setKey] = useState('')
  const { busy, failed, run } = useAsyncAction()
  const keep = async (): Promise<void> => {
    await callHost('models.saveProvider', { ...providerInput(provider, modelIds(provider)), key: key.trim() })
    setKey('')
    onSaved()
  }
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (key.trim() !== '') run(keep)
      }}
    >
      <Field layout="stack" label={t('models.newKey', { provider: provider.name })} help={secretStorageSentence(kept)}>
        {(control) => <SecretField {...control} value={key} onValue={setKey} />}
      </Field>
      {failed && <ErrorNotice role="alert" error={failed} />}
      <div className="flex flex-wrap gap-1.5">
        <Button look="ink" size={size} type="submit" busy={busy} disabled={key.trim() === ''}>
          {save}
        </Button>
        {children}
      </div>
    </form>
  )
}
