import { useState } from 'react'
import type { IdpView } from '../../../../shared/domain/account'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Field } from '../../../ui/form/Field'
import { isWebAddress } from '../../../ui/isWebAddress'
import { secretStorageLabel } from '../../../widgets/secretStorageLabel'
import { SecretField } from '../../../ui/form/SecretField'
import { SegmentedControl } from '../../../ui/form/SegmentedControl'
import { TextField } from '../../../ui/form/TextField'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { t } from '../../../i18n/t'

export interface IdentityProviderFormProps {
  readonly idp: IdpView | undefined
  readonly onDone: () => void
}

/** Enters, changes or removes the identity provider. Secrets go only to the vault. An empty secret field keeps the stored secret. */
export function IdentityProviderForm({ idp, onDone }: IdentityProviderFormProps) {
  const kept = useTopic('app', (app) => app.secretsKept) ?? 'unknown'
  const [issuer, setIssuer] = useState(idp?.issuer ?? '')
  const [clientId, setClientId] = useState(idp?.clientId ?? '')
  const [by, setBy] = useState<'person' | 'token'>(idp?.state === 'configured' ? 'token' : 'person')
  const [secret, setSecret] = useState('')
  const [deleteSecret, setDeleteSecret] = useState(false)
  const [token, setToken] = useState('')
  const [tried, setTried] = useState(false)
  const { busy, failed, run } = useAsyncAction()
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
          // A missing field keeps its value. An empty one deletes it.
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
      aria-label={t('settings.signIn.idp')}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {failed && <ErrorNotice role="alert" error={failed} />}
      <Field
        label={t('settings.signIn.issuer')}
        help={t('settings.signIn.issuerHelp')}
        error={tried && badIssuer ? t('settings.signIn.issuerWrong') : undefined}
      >
        {(control) => (
          <TextField {...control} autoFocus mono inputMode="url" translate="no" placeholder="https://" value={issuer} onValue={setIssuer} />
        )}
      </Field>
      <Field label={t('settings.signIn.clientId')} error={tried && noClient ? t('settings.signIn.clientIdMissing') : undefined}>
        {(control) => <TextField {...control} mono value={clientId} onValue={setClientId} />}
      </Field>
      <Field
        label={t('settings.signIn.clientSecret')}
        help={
          idp?.hasSecret !== true
            ? t('settings.signIn.clientSecretHelp', { where: secretStorageLabel(kept) })
            : deleteSecret && secret === ''
              ? t('settings.signIn.clientSecretDeleted')
              : t('settings.signIn.clientSecretKept')
        }
      >
        {(control) => (
          <div className="flex gap-2">
            <div className="grow">
              <SecretField {...control} value={secret} onValue={setSecret} />
            </div>
            {idp?.hasSecret === true && (
              <Button look="bare" className="h-field" aria-pressed={deleteSecret} onClick={() => setDeleteSecret(!deleteSecret)}>
                {t('settings.signIn.delete')}
              </Button>
            )}
          </div>
        )}
      </Field>
      <div className="grid items-center gap-x-4 gap-y-1 medium:grid-cols-[7.25rem_minmax(0,1fr)]">
        <span className="text-12 text-text-3">{t('settings.signIn.whoSignsIn')}</span>
        <div>
          <SegmentedControl
            label={t('settings.signIn.whoSignsIn')}
            value={by}
            onValue={setBy}
            options={[
              { value: 'person', label: t('settings.signIn.byPerson') },
              { value: 'token', label: t('settings.signIn.byToken') },
            ]}
          />
        </div>
      </div>
      {by === 'token' && (
        <Field
          label={t('settings.signIn.idToken')}
          help={
            idp?.state === 'configured' ? t('settings.signIn.idTokenKept') : t('settings.signIn.kept', { where: secretStorageLabel(kept) })
          }
          error={tried && noToken ? t('settings.signIn.pasteToken') : undefined}
        >
          {(control) => <SecretField {...control} value={token} onValue={setToken} />}
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={onDone}>{t('settings.cancel')}</Button>
        {idp && (
          <Button look="bare" disabled={busy} onClick={remove}>
            {t('settings.signIn.remove')}
          </Button>
        )}
        <span className="grow" />
        <Button type="submit" look="ink" busy={busy}>
          {t('settings.save')}
        </Button>
      </div>
    </form>
  )
}
