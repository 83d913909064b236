import { useState } from 'react'
import type { IdpView } from '../../../../shared/domain/account'
import { callHost } from '../../../rpc/callHost'
import { usePolicy } from '../../../rpc/usePolicy'
import { useTopic } from '../../../rpc/useTopic'
import { PolicyLock } from '../../../widgets/PolicyLock'
import { useOpenSignIn } from '../../../state/useOpenSignIn'
import { Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Notice } from '../../../ui/Notice'
import { SafeText } from '../../../ui/SafeText'
import { Skeleton } from '../../../ui/Skeleton'
import { StatusLabel } from '../../../ui/StatusLabel'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { useNow } from '../../../ui/hooks/useNow'
import { formatWhen } from '../../../ui/format/formatTime'
import { IdentityProviderForm } from './IdentityProviderForm'
import { ClientMetadataUrlField } from './ClientMetadataUrlField'
import { SettingsSection } from '../SettingsSection'
import { t } from '../../../i18n/t'
import { Text } from '../../../i18n/Text'

/** The sign-in settings for all servers: the identity provider, and Parley's own identity. */
export function SignInPage() {
  const accounts = useTopic('accounts')
  const [editing, setEditing] = useState(false)
  const { idpFixed } = usePolicy()
  if (!accounts) return <Skeleton label={t('settings.page.signIn')} />
  const { idp } = accounts
  return (
    <>
      <div className="mb-3 empty:hidden">
        <PolicyLock part="signIn" />
      </div>
      <SettingsSection
        title={t('settings.signIn.idp')}
        end={
          !editing &&
          !idpFixed && (
            <Button size="small" onClick={() => setEditing(true)}>
              {t(idp ? 'settings.signIn.change' : 'settings.signIn.add')}
            </Button>
          )
        }
      >
        <div className="rounded-3 border border-line bg-raised">
          {editing ? (
            <IdentityProviderForm idp={idp} onDone={() => setEditing(false)} />
          ) : idp ? (
            <Idp idp={idp} />
          ) : (
            <EmptyState title={t('settings.signIn.none')} text={t('settings.signIn.noneHelp')} />
          )}
        </div>
      </SettingsSection>
      <SettingsSection title={t('settings.signIn.who')}>
        <ClientMetadataUrlField address={accounts.clientMetadataUrl} />
      </SettingsSection>
    </>
  )
}

function Idp({ idp }: { readonly idp: IdpView }) {
  const signInTo = useOpenSignIn()
  const { busy, failed, run } = useAsyncAction()
  const [revoked, setRevoked] = useState<boolean>()
  const now = useNow(true, 30_000)
  const signOut = () =>
    run(async () => {
      const done = await callHost('accounts.signOut', { target: { kind: 'idp' } })
      setRevoked(done.revoked)
    })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-60">
          <code translate="no" className="mono breakable font-label">
            <SafeText text={idp.issuer} />
          </code>
          <div className="text-12 text-text-3">
            <Text
              id={idp.hasSecret ? 'settings.signIn.asClientWithSecret' : 'settings.signIn.asClient'}
              components={{
                client: (
                  <code translate="no" className="mono breakable">
                    {idp.clientId}
                  </code>
                ),
              }}
            />
          </div>
        </div>
        <StatusLabel shape={idp.state === 'signedOut' ? 'ask' : 'ready'} word={describeState(idp, now)} />
        {idp.state === 'signedIn' && (
          <Button size="small" busy={busy} onClick={signOut}>
            {t('settings.signIn.signOut')}
          </Button>
        )}
        {idp.state === 'signedOut' && (
          <Button size="small" look="ink" onClick={() => signInTo({ kind: 'idp' })}>
            {t('settings.signIn.signIn')}
          </Button>
        )}
      </div>
      {revoked !== undefined && <Notice role="alert" title={t(revoked ? 'settings.signIn.revoked' : 'settings.signIn.notRevoked')} />}
      {failed && <ErrorNotice role="alert" error={failed} />}
    </div>
  )
}

function describeState({ state, who, since }: IdpView, now: number): string {
  if (state !== 'signedIn') return t(`settings.signIn.state.${state}`)
  const signedIn = who === undefined ? t('settings.signIn.state.signedIn') : t('settings.signIn.state.signedInAs', { who })
  return since === undefined ? signedIn : t('settings.signIn.state.since', { state: signedIn, when: formatWhen(since, now) })
}
