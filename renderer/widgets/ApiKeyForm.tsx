import { useState } from 'react'
import { t } from '../i18n/t'
import { callHost } from '../rpc/callHost'
import { useTopic } from '../rpc/useTopic'
import { saveProviderAsDefault } from './saveProviderAsDefault'
import { Button } from '../ui/Button'
import { Field } from '../ui/form/Field'
import { SecretField } from '../ui/form/SecretField'
import { ServerQuoteLine } from '../ui/ServerQuoteLine'
import { ErrorNotice } from './ErrorNotice'
import { secretStorageSentence } from './secretStorageLabel'
import { useAsyncAction } from './useAsyncAction'
import { useEndpointCheck } from './useEndpointCheck'
import { ProviderForm } from './ProviderForm'
import { KeyPageButton } from './providers/KeyPageButton'
import { keyPages } from './providers/keyPages'
import { failedTrial, keyRefusal } from './providers/keyRefusal'
import { KeyTrialFailure } from './providers/KeyTrialFailure'

export interface ApiKeyFormProps {
  /** Offers to keep a key that failed when it was tried. Only where a provider without models is of use. */
  readonly keepsUntried?: boolean
  readonly onDone: () => void
}

/** Takes a pasted key. Parley recognizes the provider, asks it for its models, and stores the key when the person chooses one. */
export function ApiKeyForm({ onDone, keepsUntried = false }: ApiKeyFormProps) {
  const kept = useTopic('app', (app) => app.secretsKept)
  const [key, setKey] = useState('')
  const [picked, setPicked] = useState<string | undefined>()
  const { busy, failed, run } = useAsyncAction()
  const typed = key.trim()
  const tooLong = keyRefusal(key)
  const check = useEndpointCheck(typed.length < 8 || tooLong ? undefined : { key: typed })
  const found = check.step === 'answered' && check.check.ok ? check.check : undefined
  const asked = check.step === 'answered' && !check.check.ok ? check.check : undefined
  const refused = tooLong ?? asked?.error
  const kind = refused && failedTrial(refused) !== 'never' ? asked?.kind : undefined
  return (
    <ProviderForm
      check={refused ? { step: 'empty' } : check}
      offered={found !== undefined}
      models={found?.models}
      model={found?.models.find((name) => name === picked) ?? found?.models[0]}
      onModel={setPicked}
      use={async (model) => {
        if (!found) return
        await saveProviderAsDefault({ kind: found.kind, models: [...found.models], key: typed }, model)
        onDone()
      }}
    >
      <Field
        layout="stack"
        label={t('models.key')}
        help={secretStorageSentence(kept)}
        {...(refused && { error: <KeyTrialFailure error={refused} /> })}
      >
        {(control) => <SecretField {...control} autoFocus value={key} onValue={setKey} />}
      </Field>
      {refused?.said !== undefined && <ServerQuoteLine text={refused.said} whole />}
      {failed && <ErrorNotice role="alert" error={failed} />}
      {keepsUntried && kind !== undefined && (
        <div className="flex flex-wrap gap-1.5">
          <Button
            busy={busy}
            onClick={() =>
              run(async () => {
                const { id } = await callHost('models.saveProvider', { kind, models: [], key: typed })
                onDone()
                // How it is with this key stands in its row. Nobody waits for that.
                callHost('models.check', { providerId: id }).catch(() => undefined)
              })
            }
          >
            {t('models.saveUntried')}
          </Button>
        </div>
      )}
      {key === '' && (
        <div className="flex flex-wrap items-center gap-x-1 text-12 text-text-2">
          {t('models.getKeyAt')}
          {keyPages.map((page) => (
            <KeyPageButton key={page.url} page={page} nameOnly />
          ))}
        </div>
      )}
    </ProviderForm>
  )
}
