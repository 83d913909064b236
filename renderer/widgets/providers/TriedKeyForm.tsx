import { useRef, useState, type ReactNode } from 'react'
import type { ProviderView } from '../../../shared/domain/models/modelProvider'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { Button } from '../../ui/Button'
import { ServerQuoteLine } from '../../ui/ServerQuoteLine'
import { useAsyncAction } from '../useAsyncAction'
import { KeyPageButton } from './KeyPageButton'
import { keyPageOf } from './keyPages'
import { failedTrial, keyRefusal } from './keyRefusal'
import { KeyTrialFailure } from './KeyTrialFailure'
import { NewKeyForm } from './NewKeyForm'
import { modelIds, providerInput } from './providerInput'
import { useKeyTrial } from './useKeyTrial'

export interface TriedKeyFormProps {
  readonly provider: ProviderView
  readonly onSaved: () => void
  /** Other buttons beside it. */
  readonly children?: ReactNode
}

/**
 * Takes another key for a provider and tries it before the vault keeps it. One that fails stays in its field to be corrected, with the reason
 * below; the person may keep it all the same.
 */
export function TriedKeyForm({ provider, onSaved, children }: TriedKeyFormProps) {
  const [key, setKey] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const trial = useKeyTrial(provider)
  const { busy, failed, run } = useAsyncAction()
  const typed = key.trim()
  const refused = keyRefusal(key) ?? trial.failed
  const outcome = refused && failedTrial(refused)
  const keep = async (models: readonly string[]): Promise<void> => {
    await callHost('models.saveProvider', { ...providerInput(provider, models), key: typed })
    setKey('')
    onSaved()
    // How it is with this key stands in its row. Nobody waits for that.
    callHost('models.check', { providerId: provider.id }).catch(() => undefined)
  }
  const tryAndKeep = async (): Promise<void> => {
    const found = await trial.start(typed)
    if (found === undefined) return field.current?.focus()
    const known = modelIds(provider)
    run(() => keep(known.length > 0 ? known : found))
  }
  return (
    <NewKeyForm
      provider={provider}
      value={key}
      onValue={(value) => {
        trial.clear()
        setKey(value)
      }}
      onSubmit={() => typed !== '' && !trial.trying && !busy && !keyRefusal(key) && void tryAndKeep()}
      field={field}
      readOnly={trial.trying}
      {...(refused && { refused: <KeyTrialFailure error={refused} /> })}
      quote={trial.failed?.said !== undefined && <ServerQuoteLine text={trial.failed.said} whole />}
      failed={failed}
    >
      <Button look="ink" type="submit" busy={trial.trying || busy} disabled={typed === '' || outcome === 'never'}>
        {t('models.tryAndSave')}
      </Button>
      {trial.trying && <Button onClick={trial.stop}>{t('models.stopTrying')}</Button>}
      {outcome !== undefined && outcome !== 'never' && !trial.trying && (
        <Button disabled={busy} onClick={() => run(() => keep(modelIds(provider)))}>
          {t('models.saveUntried')}
        </Button>
      )}
      <KeyPage provider={provider} />
      {children}
    </NewKeyForm>
  )
}

function KeyPage({ provider }: { readonly provider: ProviderView }) {
  const page = keyPageOf(provider)
  return page && <KeyPageButton page={page} size="usual" />
}
