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
import { useModelCheck } from './useModelCheck'

/** Takes a pasted key: Parley sees whose it is, asks for the models, and keeps the key when one is chosen. */
export function KeyForm({ onDone }: { readonly onDone: () => void }) {
  const kept = useTopic('app', (app) => app.secretsKept)
  const [key, setKey] = useState('')
  const [picked, setPicked] = useState<string | undefined>()
  const [saving, setSaving] = useState(false)
  const [failed, setFailed] = useState<AppError | undefined>()
  const typed = key.trim()
  const state = useModelCheck(typed.length < 8 ? undefined : { key: typed })
  const found = state.step === 'answered' && state.check.ok ? state.check : undefined
  const model = picked !== undefined && found?.models.includes(picked) ? picked : found?.models[0]
  const save = () => {
    if (!found || model === undefined) return
    setSaving(true)
    setFailed(undefined)
    chooseModel({ kind: found.kind, models: [...found.models], key: typed }, model).then(onDone, (thrown: unknown) => {
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
      <Field layout="stack" label="Key" help={secretsWords(kept)}>
        {(control) => <SecretField {...control} autoFocus value={key} onValue={setKey} />}
      </Field>
      <CheckAnswer state={state} />
      {failed && <ErrorNotice role="alert" error={failed} />}
      {found && (
        <div className="flex flex-wrap items-center justify-end gap-2">
          <ModelSelect label="Which model" models={found.models} value={model} onValue={setPicked} />
          <Button look="ink" type="submit" busy={saving} disabled={model === undefined}>
            Use {model ?? 'it'}
          </Button>
        </div>
      )}
    </form>
  )
}
