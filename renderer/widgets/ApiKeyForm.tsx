import { useState } from 'react'
import { t } from '../i18n/t'
import { useTopic } from '../rpc/useTopic'
import { saveProviderAsDefault } from './saveProviderAsDefault'
import { Field } from '../ui/form/Field'
import { SecretField } from '../ui/form/SecretField'
import { secretStorageSentence } from './secretStorageLabel'
import { useEndpointCheck } from './useEndpointCheck'
import { ProviderForm } from './ProviderForm'
import { FieldRefusal, refusalAtField } from './providers/FieldRefusal'

/** Takes a pasted key. Parley recognizes the provider, asks it for its models, and stores the key when the person chooses one. */
export function ApiKeyForm({ onDone }: { readonly onDone: () => void }) {
  const kept = useTopic('app', (app) => app.secretsKept)
  const [key, setKey] = useState('')
  const [picked, setPicked] = useState<string | undefined>()
  const typed = key.trim()
  const check = useEndpointCheck(typed.length < 8 ? undefined : { key: typed })
  const found = check.step === 'answered' && check.check.ok ? check.check : undefined
  const refused = refusalAtField(check)
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
        {...(refused && { error: <FieldRefusal error={refused} /> })}
      >
        {(control) => <SecretField {...control} autoFocus value={key} onValue={setKey} />}
      </Field>
    </ProviderForm>
  )
}
