import { useState } from 'react'
import type { IdpView } from '../../../../shared/domain/account'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Field } from '../../../ui/form/Field'
import { isWebAddress } from '../../../ui/files/isWebAddress'
import { secretStorageLabel } from '../../../widgets/secretStorageLabel'
import { SecretField } from '../../../ui/form/SecretField'
import { SegmentedControl } from '../../../ui/form/SegmentedControl'
import { TextField } from '../../../ui/form/TextField'
import { useAttempt } from '../../../widgets/useAttempt'

export interface IdentityProviderFormProps {
  readonly idp: IdpView | undefined
  readonly onDone: () => void
}

/** Enters, changes or removes the identity provider. What is secret goes towards the vault once; what is left empty stays as it was. */
export function IdentityProviderForm({ idp, onDone }: IdentityProviderFormProps) {
  const kept = useTopic('app', (app) => app.secretsKept) ?? 'unknown'
  const [issuer, setIssuer] = useState(idp?.issuer ?? '')
  const [clientId, setClientId] = useState(idp?.clientId ?? '')
  const [by, setBy] = useState<'person' | 'token'>(idp?.state === 'configured' ? 'token' : 'person')
  const [secret, setSecret] = useState('')
  const [deleteSecret, setDeleteSecret] = useState(false)
  const [token, setToken] = useState('')
  const [tried, setTried] = useState(false)
  const { busy, failed, run } = useAttempt()
  const badIssuer = !isWebAddress(issuer.trim())
  const noClient = clientId.trim() === ''
  const noToken = by === 'token' && token === '' && idp?.state !== 'configured'
  const save = (): void => {
    setTried(true)
    if (badIssuer || noClient || noToken) return
    run(async () => {
      await callHost('accounts.setIdp', {
        idp: {
          issuer: issuer.trim(),
          clientId: clientId.trim(),
          // What is left out stays; what is empty goes.
          ...((secret !== '' || deleteSecret) && { clientSecret: secret }),
          ...(by === 'token' && token !== '' && { idToken: token }),
          ...(by === 'person' && idp?.state === 'configured' && { idToken: '' }),
        },
      })
      onDone()
    })
  }
  const remove = (): void =>
    run(async () => {
      await callHost('accounts.setIdp', { idp: null })
      onDone()
    })
  return (
    <form
      noValidate
      aria-label="Identity provider"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {failed && <ErrorNotice role="alert" error={failed} />}
      <Field
        label="Issuer"
        help="Its address, as your organisation gives it."
        error={tried && badIssuer ? 'Needs a whole address, such as https://login.example.com.' : undefined}
      >
        {(control) => <TextField {...control} autoFocus mono inputMode="url" placeholder="https://" value={issuer} onValue={setIssuer} />}
      </Field>
      <Field label="Client ID" error={tried && noClient ? 'Enter the ID that Parley has there.' : undefined}>
        {(control) => <TextField {...control} mono value={clientId} onValue={setClientId} />}
      </Field>
      <Field
        label="Client secret"
        help={
          idp?.hasSecret !== true
            ? `If it has one. It is kept ${secretStorageLabel(kept)}.`
            : deleteSecret && secret === ''
              ? 'The one in the vault is deleted when you save.'
              : 'One is kept in the vault. Type another one to replace it.'
        }
      >
        {(control) => (
          <div className="flex gap-2">
            <div className="grow">
              <SecretField {...control} value={secret} onValue={setSecret} />
            </div>
            {idp?.hasSecret === true && (
              <Button look="bare" className="h-field" aria-pressed={deleteSecret} onClick={() => setDeleteSecret(!deleteSecret)}>
                Delete
              </Button>
            )}
          </div>
        )}
      </Field>
      <div className="grid items-center gap-x-4 gap-y-1 medium:grid-cols-[7.25rem_minmax(0,1fr)]">
        <span className="text-12 text-text-3">Who signs in</span>
        <div>
          <SegmentedControl
            label="Who signs in"
            value={by}
            onValue={setBy}
            options={[
              { value: 'person', label: 'You, in the browser' },
              { value: 'token', label: 'An ID token from elsewhere' },
            ]}
          />
        </div>
      </div>
      {by === 'token' && (
        <Field
          label="ID token"
          help={
            idp?.state === 'configured'
              ? 'One is kept in the vault. Paste another one to replace it.'
              : `It is kept ${secretStorageLabel(kept)}.`
          }
          error={tried && noToken ? 'Paste the token.' : undefined}
        >
          {(control) => <SecretField {...control} value={token} onValue={setToken} />}
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={onDone}>Cancel</Button>
        {idp && (
          <Button look="bare" disabled={busy} onClick={remove}>
            Remove
          </Button>
        )}
        <span className="grow" />
        <Button type="submit" look="ink" busy={busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
