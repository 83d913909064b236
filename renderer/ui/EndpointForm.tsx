import { useState } from 'react'
import { AppError } from '../../shared/errors/appError'
import { useTopic } from '../rpc/useTopic'
import { Button } from './Button'
import { CheckAnswer } from './CheckAnswer'
import { chooseModel } from './chooseModel'
import { ErrorNotice } from './ErrorNotice'
import { Field } from './Field'
import { ModelSelect } from './ModelSelect'
import { SecretField } from './SecretField'
import { secretsWords } from './secretsWords'
import { TextField } from './TextField'
import { useModelCheck } from './useModelCheck'

/** Takes the address of an endpoint that speaks like OpenAI. One that does not list its models takes the model's id by hand. */
export function EndpointForm({ onDone }: { readonly onDone: () => void }) {
  const kept = useTopic('app', (app) => app.secretsKept)
  const [address, setAddress] = useState('')
  const [key, setKey] = useState('')
  const [picked, setPicked] = useState<string | undefined>()
  const [byHand, setByHand] = useState('')
  const [saving, setSaving] = useState(false)
  const [failed, setFailed] = useState<AppError | undefined>()
  const baseUrl = address.trim()
  const withKey = key.trim() !== '' && { key: key.trim() }
  const state = useModelCheck(URL.canParse(baseUrl) ? { kind: 'openai-compatible', baseUrl, ...withKey } : undefined)
  const models = state.step === 'answered' && state.check.ok ? state.check.models : []
  const listed = models.length > 0
  const model = listed ? (picked !== undefined && models.includes(picked) ? picked : models[0]) : byHand.trim() || undefined
  const save = () => {
    if (model === undefined || !URL.canParse(baseUrl)) return
    setSaving(true)
    setFailed(undefined)
    const provider = {
      kind: 'openai-compatible' as const,
      name: new URL(baseUrl).host,
      baseUrl,
      models: listed ? [...models] : [model],
      ...withKey,
    }
    chooseModel(provider, model).then(onDone, (thrown: unknown) => {
      setSaving(false)
      setFailed(AppError.from(thrown))
    })
  }
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Field layout="stack" label="Address" help="Such as http://127.0.0.1:8000/v1">
        {(control) => <TextField {...control} autoFocus mono inputMode="url" value={address} onValue={setAddress} />}
      </Field>
      <Field layout="stack" label="Key, if it wants one" help={key === '' ? undefined : secretsWords(kept)}>
        {(control) => <SecretField {...control} value={key} onValue={setKey} />}
      </Field>
      <CheckAnswer state={state} />
      {state.step === 'answered' && !listed && (
        <Field layout="stack" label="Model" help="Its id, as the endpoint knows it.">
          {(control) => <TextField {...control} mono value={byHand} onValue={setByHand} />}
        </Field>
      )}
      {failed && <ErrorNotice role="alert" error={failed} />}
      {state.step === 'answered' && (
        <div className="flex flex-wrap items-center justify-end gap-2">
          {listed && <ModelSelect label="Which model" models={models} value={model} onValue={setPicked} />}
          <Button look="ink" type="submit" busy={saving} disabled={model === undefined}>
            {model === undefined ? 'Use it' : `Use ${model}`}
          </Button>
        </div>
      )}
    </form>
  )
}
