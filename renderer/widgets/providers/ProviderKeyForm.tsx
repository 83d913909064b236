import { useState, type ReactNode } from 'react'
import type { ProviderView } from '../../../shared/domain/models/modelProvider'
import { callHost } from '../../rpc/callHost'
import { Button } from '../../ui/Button'
import { useAsyncAction } from '../useAsyncAction'
import { NewKeyForm } from './NewKeyForm'
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
  const [key, setKey] = useState('')
  const { busy, failed, run } = useAsyncAction()
  const typed = key.trim()
  const keep = async (): Promise<void> => {
    await callHost('models.saveProvider', { ...providerInput(provider, modelIds(provider)), key: typed })
    setKey('')
    onSaved()
  }
  return (
    <NewKeyForm provider={provider} value={key} onValue={setKey} failed={failed} onSubmit={() => typed !== '' && run(keep)}>
      <Button look="ink" size={size} type="submit" busy={busy} disabled={typed === ''}>
        {save}
      </Button>
      {children}
    </NewKeyForm>
  )
}
