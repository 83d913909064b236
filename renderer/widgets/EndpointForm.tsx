import { useState } from 'react'
import { t } from '../i18n/t'
import { useTopic } from '../rpc/useTopic'
import { saveProviderAsDefault } from './saveProviderAsDefault'
import { Field } from '../ui/form/Field'
import { SecretField } from '../ui/form/SecretField'
import { secretStorageSentence } from './secretStorageLabel'
import { TextField } from '../ui/form/TextField'
import { useEndpointCheck } from './useEndpointCheck'
import { ProviderForm } from './ProviderForm'
import { completeAddress } from './providers/completeAddress'
import { FieldRefusal, refusalAtField } from './providers/FieldRefusal'

/** Takes the address of an OpenAI-compatible endpoint. If it does not list its models, the person types the model's id. */
export function EndpointForm({ onDone }: { readonly onDone: () => void }) {
  const kept = useTopic('app', (app) => app.secretsKept)
  const [address, setAddress] = useState('')
  const [key, setKey] = useState('')
  const [picked, setPicked] = useState<string | undefined>()
  const [byHand, setByHand] = useState('')
  const baseUrl = completeAddress(address)
  const withKey = key.trim() !== '' && { key: key.trim() }
  const check = useEndpointCheck(baseUrl === '' ? undefined : { kind: 'openai-compatible', baseUrl, ...withKey })
  const found = check.step === 'answered' && check.check.ok ? check.check : undefined
  const listed = found && found.models.length > 0 ? found.models : undefined
  // What does not list its models may have one all the same, if it is an address at all.
  const refused = refusalAtField(check)
  const usable = check.step === 'answered' && !refused
  return (
    <ProviderForm
      check={refused ? { step: 'empty' } : check}
      byHand={
        usable &&
        !listed && (
          <Field layout="stack" label={t('models.model')} help={t('models.model.help')}>
            {(control) => <TextField {...control} mono value={byHand} onValue={setByHand} />}
          </Field>
        )
      }
      offered={usable}
      models={listed}
      model={listed ? (listed.find((name) => name === picked) ?? listed[0]) : byHand.trim() || undefined}
      onModel={setPicked}
      use={async (model) => {
        const address = found?.baseUrl ?? baseUrl
        const name = new URL(address).host
        await saveProviderAsDefault(
          { kind: 'openai-compatible', name, baseUrl: address, models: [...(listed ?? [model])], ...withKey },
          model,
        )
        onDone()
      }}
    >
      <Field
        layout="stack"
        label={t('models.address')}
        help={t('models.address.help')}
        {...(refused && { error: <FieldRefusal error={refused} /> })}
      >
        {(control) => <TextField {...control} autoFocus mono inputMode="url" value={address} onValue={setAddress} />}
      </Field>
      <Field layout="stack" label={t('models.keyIfWanted')} help={key === '' ? undefined : secretStorageSentence(kept)}>
        {(control) => <SecretField {...control} value={key} onValue={setKey} />}
      </Field>
    </ProviderForm>
  )
}
