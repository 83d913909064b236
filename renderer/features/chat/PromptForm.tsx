import { useState } from 'react'
import type { Prompt } from '../../../shared/domain/catalog'
import type { ServerId } from '../../../shared/domain/ids'
import { AppError } from '../../../shared/errors/appError'
import { callHost } from '../../rpc/callHost'
import { endPick } from '../../shell/screen'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { Field } from '../../ui/Field'
import { QuestionRow } from '../../ui/QuestionRow'
import { Said } from '../../ui/Said'
import { SaidLine } from '../../ui/SaidLine'
import { TextArea } from '../../ui/TextArea'
import { plainText } from '../../ui/unsafeCharacters'
import { insertText } from './insertStore'

/** A prompt's arguments. Its text goes into the composer, where it can be changed before it is sent. */
export function PromptForm({ serverId, prompt }: { readonly serverId: ServerId; readonly prompt: Prompt }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [tried, setTried] = useState(false)
  const [error, setError] = useState<AppError>()
  const [busy, setBusy] = useState(false)
  const missing = prompt.arguments.filter(({ name, required }) => required && !values[name])
  const use = async (): Promise<void> => {
    setTried(true)
    if (missing.length > 0) return
    setBusy(true)
    try {
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
      const { text } = await callHost('chat.readPrompt', { serverId, prompt: prompt.name, arguments: given })
      endPick()
      insertText(text)
    } catch (thrown) {
      setError(AppError.from(thrown))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={`Use ${plainText(prompt.name)}`}
      onClose={endPick}
      end={<span className="text-text-2">{serverId}</span>}
      foot={
        <>
          <Button size="action" onClick={endPick}>
            Cancel
          </Button>
          <span className="grow text-12 text-text-3">Its text goes into the composer; nothing is sent yet.</span>
          <Button size="action" look="ink" busy={busy} onClick={() => void use()}>
            Insert
          </Button>
        </>
      }
    >
      {prompt.description !== undefined && (
        <QuestionRow className="border-b border-line">
          <Said by={serverId} text={prompt.description} cutAt={2000} />
        </QuestionRow>
      )}
      <QuestionRow>
        {prompt.arguments.length === 0 && <p className="text-text-2">It takes no arguments.</p>}
        <div className="grid gap-3">
          {prompt.arguments.map((argument) => (
            <Field
              key={argument.name}
              label={argument.name}
              required={argument.required}
              {...(argument.required && { help: 'required' })}
              {...(argument.description !== undefined && { description: <SaidLine text={argument.description} whole /> })}
              error={tried && argument.required && !values[argument.name] ? 'Fill this in' : undefined}
            >
              {(control) => (
                <TextArea
                  {...control}
                  lines={1}
                  value={values[argument.name] ?? ''}
                  onValue={(value) => setValues((before) => ({ ...before, [argument.name]: value }))}
                />
              )}
            </Field>
          ))}
        </div>
        {error && (
          <div className="pt-3">
            <ErrorNotice error={error} role="alert" />
          </div>
        )}
      </QuestionRow>
    </Dialog>
  )
}
