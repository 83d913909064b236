import { useState } from 'react'
import { callHost } from '../../../rpc/callHost'
import { Button } from '../../../ui/Button'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Field } from '../../../ui/form/Field'
import { TextField } from '../../../ui/form/TextField'
import { useAttempt } from '../../../widgets/useAttempt'

/** Where Parley's client metadata document is published: by this address authorization servers know Parley without registering it. */
export function MetadataUrlField({ address }: { readonly address: string | undefined }) {
  const [text, setText] = useState(address ?? '')
  const [tried, setTried] = useState(false)
  const { busy, failed, run } = useAttempt()
  const url = text.trim()
  const wrong = url !== '' && !(url.startsWith('https://') && URL.canParse(url) && new URL(url).pathname !== '/')
  const save = (): void => {
    setTried(true)
    if (!wrong) run(() => callHost('accounts.setClientMetadataUrl', { url: url === '' ? null : url }))
  }
  return (
    <form
      noValidate
      aria-label="Who Parley is"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-3 border border-line bg-raised px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {failed && <ErrorNotice role="alert" error={failed} />}
      <Field
        layout="stack"
        label="Address of the client metadata document"
        help={
          <>
            Authorization servers that take such documents know Parley by it. With none, Parley registers where it can.{' '}
            <code className="mono">npm run client-metadata</code> writes the document.
          </>
        }
        error={tried && wrong ? 'Needs an https address with a path, such as https://example.com/parley.json.' : undefined}
      >
        {(control) => (
          <div className="flex gap-2">
            <TextField {...control} mono inputMode="url" placeholder="https://" value={text} onValue={setText} />
            <Button type="submit" className="h-field" busy={busy} disabled={url === (address ?? '')}>
              Save
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
