import type { ReactNode } from 'react'
import type { Account, ClientOrigin } from '../../../shared/domain/account'
import { useTopic } from '../../rpc/useTopic'
import { secretStorageLabel } from '../../widgets/secretStorageLabel'
import { SafeText } from '../../ui/SafeText'
import { useNow } from '../../ui/hooks/useNow'
import { formatWhen } from '../../ui/format/relativeTime'

const originWords: Record<ClientOrigin, string> = {
  configured: 'by the client ID that you entered',
  document: 'by the address of its client metadata document',
  registered: 'registered by Parley itself',
}

/** Everything that is known of one account and is no secret. */
export function AccountFacts({ account }: { readonly account: Account }) {
  const now = useNow(true, 30_000)
  const kept = useTopic('app', (app) => app.secretsKept) ?? 'unknown'
  const { issuer, resource, clientId, client, scopes, since, expires, state, keyBound } = account
  const signedIn = state === 'signedIn'
  return (
    <dl className="grid gap-x-4 gap-y-1 grid-cols-[5rem_minmax(0,1fr)] text-12">
      {issuer !== undefined && (
        <Fact name="Signed in at">
          <code className="mono">
            <SafeText text={issuer} />
          </code>
        </Fact>
      )}
      {signedIn && (
        <Fact name="May">
          {scopes.length === 0 ? (
            <span className="text-text-2">what its page said; no rights were named</span>
          ) : (
            <SafeText text={scopes.join(', ')} />
          )}
        </Fact>
      )}
      {since !== undefined && <Fact name="Since">{formatWhen(since, now)}</Fact>}
      {signedIn && <Fact name="Expires">{expires === undefined ? 'not stated' : formatWhen(expires, now)}</Fact>}
      {signedIn && <Fact name="Renewed">{renewalWords(account, now)}</Fact>}
      {signedIn && (
        <Fact name="Tokens">
          {secretStorageLabel(kept)}
          {resource !== undefined && <>, sent to {hostOf(resource)} only</>}
          {keyBound && '; of no use without a key that only Parley has'}
        </Fact>
      )}
      {clientId !== undefined && (
        <Fact name="Known as">
          <code className="mono">
            <SafeText text={clientId} />
          </code>
          {client !== undefined && <span className="text-text-2">, {originWords[client]}</span>}
        </Fact>
      )}
    </dl>
  )
}

function renewalWords({ refreshed, expires, renews }: Account, now: number): string {
  if (!renews) return 'not by itself: you are asked again when it ends'
  const last = refreshed === undefined ? 'not yet' : `${formatWhen(refreshed, now)}, by itself`
  return expires === undefined || expires <= now ? last : `${last}; next before ${formatWhen(expires, now).replace(/^today /, '')}`
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="breakable">{children}</dd>
    </>
  )
}
