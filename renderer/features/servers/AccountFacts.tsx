import type { ReactNode } from 'react'
import type { Account, ClientOrigin } from '../../../shared/domain/account'
import { useTopic } from '../../rpc/useTopic'
import { secretStorageLabel } from '../../widgets/secretStorageLabel'
import { DeprecationNote } from '../../widgets/deprecation/DeprecationNote'
import { SafeText } from '../../ui/SafeText'
import { useNow } from '../../ui/hooks/useNow'
import { formatClock, formatWhen } from '../../ui/format/formatTime'
import { t } from '../../i18n/t'
import { Text } from '../../i18n/Text'

/** Shows everything known about one account that is not secret. */
export function AccountFacts({ account }: { readonly account: Account }) {
  const now = useNow(true, 30_000)
  const kept = useTopic('app', (app) => app.secretsKept) ?? 'unknown'
  const { issuer, clientId, client, scopes, since, expires, state } = account
  const signedIn = state === 'signedIn'
  return (
    <dl className="grid gap-x-4 gap-y-1 grid-cols-[6.5rem_minmax(0,1fr)] text-12">
      {issuer !== undefined && (
        <Fact name={t('accounts.fact.at')}>
          <code className="mono">
            <SafeText text={issuer} />
          </code>
        </Fact>
      )}
      {signedIn && (
        <Fact name={t('accounts.fact.may')}>
          {scopes.length === 0 ? (
            <span className="text-text-2">{t('accounts.fact.mayUnnamed')}</span>
          ) : (
            <SafeText text={scopes.join(', ')} />
          )}
        </Fact>
      )}
      {since !== undefined && <Fact name={t('accounts.fact.since')}>{formatWhen(since, now)}</Fact>}
      {signedIn && (
        <Fact name={t('accounts.fact.expires')}>{expires === undefined ? t('accounts.fact.notStated') : formatWhen(expires, now)}</Fact>
      )}
      {signedIn && <Fact name={t('accounts.fact.renewed')}>{describeRenewal(account, now)}</Fact>}
      {signedIn && <Fact name={t('accounts.fact.tokens')}>{describeTokens(account, secretStorageLabel(kept))}</Fact>}
      {clientId !== undefined && (
        <Fact name={t('accounts.fact.knownAs')}>
          <KnownAs clientId={clientId} client={client} />
        </Fact>
      )}
    </dl>
  )
}

function KnownAs({ clientId, client }: { readonly clientId: string; readonly client: ClientOrigin | undefined }) {
  const name = (
    <code className="mono">
      <SafeText text={clientId} />
    </code>
  )
  if (client === undefined) return name
  return (
    <span className="text-text-2">
      <Text id={`accounts.origin.${client}`} components={{ client: name }} />
      {client === 'registered' && <DeprecationNote feature="dynamicRegistration" />}
    </span>
  )
}

function describeTokens({ resource, keyBound }: Account, kept: string): string {
  const tokens = resource === undefined ? kept : t('accounts.fact.tokensTo', { kept, host: hostOf(resource) })
  return keyBound ? t('accounts.fact.keyBound', { tokens }) : tokens
}

function describeRenewal({ refreshed, expires, renews }: Account, now: number): string {
  if (!renews) return t('accounts.renewal.never')
  const last = refreshed === undefined ? t('accounts.renewal.notYet') : t('accounts.renewal.last', { when: formatWhen(refreshed, now) })
  if (expires === undefined || expires <= now) return last
  const isToday = new Date(expires).toDateString() === new Date(now).toDateString()
  return t('accounts.renewal.next', { last, when: isToday ? formatClock(expires) : formatWhen(expires, now) })
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
