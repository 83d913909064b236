import { useState } from 'react'
import type { IdpView } from '../../../../shared/domain/account'
import { callHost } from '../../../rpc/callHost'
import { usePolicy } from '../../../rpc/usePolicy'
import { useTopic } from '../../../rpc/useTopic'
import { PolicyLock } from '../../../widgets/PolicyLock'
import { useSignInTo } from '../../../state/useSignInTo'
import { Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Notice } from '../../../ui/Notice'
import { SafeText } from '../../../ui/SafeText'
import { Skeleton } from '../../../ui/Skeleton'
import { StatusLabel } from '../../../ui/StatusLabel'
import { useAttempt } from '../../../widgets/useAttempt'
import { useNow } from '../../../ui/hooks/useNow'
import { formatWhen } from '../../../ui/format/relativeTime'
import { IdentityProviderForm } from './IdentityProviderForm'
import { MetadataUrlField } from './MetadataUrlField'
import { Section } from '../Section'

/** What signing in needs for all servers: who vouches for the person at work, and how Parley says who it is. */
export function SignInPage() {
  const accounts = useTopic('accounts')
  const [editing, setEditing] = useState(false)
  const { idpFixed } = usePolicy()
  if (!accounts) return <Skeleton label="Signing in" />
  const { idp } = accounts
  return (
    <>
      <div className="mb-3 empty:hidden">
        <PolicyLock part="signIn" />
      </div>
      <Section
        title="Identity provider"
        end={
          !editing &&
          !idpFixed && (
            <Button size="small" onClick={() => setEditing(true)}>
              {idp ? 'Change…' : 'Add the identity provider…'}
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
            <EmptyState
              title="No identity provider"
              text="Where your organisation vouches for you at its servers, enter its identity provider here. Other servers do not need one."
            />
          )}
        </div>
      </Section>
      <Section title="Who Parley is">
        <MetadataUrlField address={accounts.clientMetadataUrl} />
      </Section>
    </>
  )
}

function Idp({ idp }: { readonly idp: IdpView }) {
  const signInTo = useSignInTo()
  const { busy, failed, run } = useAttempt()
  const [told, setTold] = useState<string>()
  const now = useNow(true, 30_000)
  const signOut = () =>
    run(async () => {
      const { revoked } = await callHost('accounts.signOut', { target: { kind: 'idp' } })
      setTold(revoked ? 'Signed out; its tokens are revoked.' : 'Signed out here. The identity provider did not revoke the tokens.')
    })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-60">
          <code className="mono breakable font-label">
            <SafeText text={idp.issuer} />
          </code>
          <div className="text-12 text-text-3">
            As client <code className="mono breakable">{idp.clientId}</code>
            {idp.hasSecret && ', its secret is in the vault'}
          </div>
        </div>
        <StatusLabel shape={idp.state === 'signedOut' ? 'ask' : 'ready'} word={stateWords(idp, now)} />
        {idp.state === 'signedIn' && (
          <Button size="small" busy={busy} onClick={signOut}>
            Sign out
          </Button>
        )}
        {idp.state === 'signedOut' && (
          <Button size="small" look="ink" onClick={() => signInTo({ kind: 'idp' })}>
            Sign in
          </Button>
        )}
      </div>
      {told !== undefined && <Notice role="alert" title={told} />}
      {failed && <ErrorNotice role="alert" error={failed} />}
    </div>
  )
}

function stateWords({ state, who, since }: IdpView, now: number): string {
  switch (state) {
    case 'configured':
      return 'Uses the ID token that you entered'
    case 'signedOut':
      return 'Needs sign-in'
    case 'signedIn':
      return `Signed in${who === undefined ? '' : ` as ${who}`}${since === undefined ? '' : `, ${formatWhen(since, now)}`}`
  }
}
