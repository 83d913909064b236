import { useState } from 'react'
import { callHost } from '../../../rpc/callHost'
import { Button } from '../../../ui/Button'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Field } from '../../../ui/form/Field'
import { TextField } from '../../../ui/form/TextField'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { t } from '../../../i18n/t'
import { Text } from '../../../i18n/Text'

/** The address of Parley's published client metadata document. Through it, authorization servers know Parley without a registration. */
export function ClientMetadataUrlField({ address }: { readonly address: string | undefined }) {
  const [text, setText] = useState(address ?? '')
  const [tried, setTried] = useState(false)
  const { busy, failed, run } = useAsyncAction()
  const url = text.trim()
  const wrong = url !== '' && !(url.startsWith('https://') && URL.canParse(url) && new URL(url).pathname !== '/')
  const save = (): void => {
    setTried(true)
    if (!wrong) run(() => callHost('accounts.setClientMetadataUrl', { url: url === '' ? null : url }))
  }
  return (
    <form
      noValidate
      aria-label={t('settings.signIn.who')}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-3 border border-line bg-raised px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {failed && <ErrorNotice role="alert" error={failed} />}
      <Field
        layout="stack"
        label={t('settings.signIn.document')}
        help={
          <Text
            id="settings.signIn.documentHelp"
            components={{
              command: (
                <code translate="no" className="mono">
                  npm run client-metadata
                </code>
              ),
            }}
          />
        }
        error={tried && wrong ? t('settings.signIn.documentWrong') : undefined}
      >
        {(control) => (
          <div className="flex gap-2">
            <TextField {...control} mono inputMode="url" translate="no" placeholder="https://" value={text} onValue={setText} />
            <Button type="submit" className="h-field" busy={busy} disabled={url === (address ?? '')}>
              {t('settings.save')}
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
