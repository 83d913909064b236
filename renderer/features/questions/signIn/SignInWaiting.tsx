import { useState } from 'react'
import type { SignInAttempt } from '../../../../shared/domain/account'
import { t } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Field } from '../../../ui/form/Field'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { StatusLabel } from '../../../ui/StatusLabel'
import { TextField } from '../../../ui/form/TextField'
import { useAsyncAction } from '../../../widgets/useAsyncAction'

/** Shows what Parley waits for while the browser is open. Lets the person enter the address when the browser cannot reach Parley. */
export function SignInWaiting({ attempt, host }: { readonly attempt: SignInAttempt; readonly host: string | undefined }) {
  const shell = useTopic('app', (app) => app.shell)
  const [pasting, setPasting] = useState(false)
  return (
    <>
      <LabelledRow>
        <div role="status">
          <StatusLabel shape="busy" word={attempt.step === 'finishing' ? t('signIn.fetching') : t('signIn.waiting')} />
        </div>
        <p className="pt-1 text-text-2">{host === undefined ? t('signIn.waiting.there') : t('signIn.waiting.at', { host })}</p>
      </LabelledRow>
      <LabelledRow>
        {shell === 'browser' || pasting ? (
          <PasteAddress attempt={attempt} focus={pasting} />
        ) : (
          <Button look="bare" size="small" className="-ms-2" onClick={() => setPasting(true)}>
            {t('signIn.paste')}
          </Button>
        )}
      </LabelledRow>
    </>
  )
}

function PasteAddress({ attempt: { id }, focus }: { readonly attempt: SignInAttempt; readonly focus: boolean }) {
  const [address, setAddress] = useState('')
  const { busy, failed, run } = useAsyncAction()
  const finish = (): void =>
    run(async () => {
      await callHost('accounts.finish', { attempt: id, address: address.trim() })
      // The address contains a code that works only once.
      setAddress('')
    })
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (address.trim() !== '') finish()
      }}
    >
      {failed && <ErrorNotice role="alert" error={failed} />}
      <Field layout="stack" label={t('signIn.paste')} help={t('signIn.paste.help')}>
        {(control) => (
          <div className="flex gap-2">
            <TextField
              {...control}
              mono
              autoFocus={focus}
              inputMode="url"
              placeholder="http://127.0.0.1…"
              value={address}
              onValue={setAddress}
            />
            <Button type="submit" className="h-field" busy={busy} disabled={address.trim() === ''}>
              {t('signIn.useIt')}
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
