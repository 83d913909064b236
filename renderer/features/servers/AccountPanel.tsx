import { ServerText } from '../../i18n/ServerText'
import { useState } from 'react'
import type { AccountId } from '../../../shared/domain/ids'
import type { ServerWithState } from '../../rpc/useServers'
import { useAccounts } from '../../rpc/useAccounts'
import { openServerForm } from '../../state/navigation'
import { useOpenSignIn } from '../../state/useOpenSignIn'
import { Button } from '../../ui/Button'
import { accountLabel } from '../../widgets/accountName'
import { NewAccountForm } from '../../widgets/NewAccountForm'
import { Notice } from '../../ui/Notice'
import { Skeleton } from '../../ui/Skeleton'
import { AccountEntry } from './AccountEntry'
import { MachineAccount } from './MachineAccount'
import { t } from '../../i18n/t'
import { Text } from '../../i18n/Text'

/** Shows the accounts at a remote server, the rights of each, and how Parley stores them. */
export function AccountPanel({ server, state }: ServerWithState) {
  const accounts = useAccounts(server.id)
  const [adding, setAdding] = useState(false)
  const [signedOut, setSignedOut] = useState<SignedOut>()
  const signInTo = useOpenSignIn()
  if (!accounts) return <Skeleton label={t('accounts.list')} rows={3} />
  const [first] = accounts
  const person = server.auth.kind === 'person' && first?.state !== 'header'
  return (
    <section aria-label={t('accounts.title')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
        <h3 className="text-14 font-title">{t('accounts.title')}</h3>
        {person && (
          <Button size="small" aria-expanded={adding} onClick={() => setAdding(!adding)}>
            {t('accounts.another')}
          </Button>
        )}
      </div>
      {adding && (
        <div className="rounded-3 border border-line bg-accent-soft px-4 py-3">
          <NewAccountForm
            serverId={server.id}
            onAdded={(accountId) => {
              setAdding(false)
              signInTo({ kind: 'server', serverId: server.id, accountId })
            }}
            onCancel={() => setAdding(false)}
          />
        </div>
      )}
      {signedOut && accounts.some(({ accountId, state: now }) => accountId === signedOut.accountId && now !== 'signedIn') && (
        <Notice role="alert" title={t(signedOut.revoked ? 'accounts.out.revoked' : 'accounts.out.here', { account: signedOut.label })}>
          {t(signedOut.revoked ? 'accounts.out.revokedMore' : 'accounts.out.hereMore')}
        </Notice>
      )}
      <div className="divide-y divide-line rounded-3 border border-line bg-raised">
        {accounts.length === 0 && <p className="px-4 py-3 text-text-2">{t('accounts.none')}</p>}
        {first?.state === 'header' && <HeaderAccount server={server} />}
        {first && first.state !== 'header' && server.auth.kind !== 'person' && (
          <MachineAccount server={server} state={state} account={first} />
        )}
        {person &&
          accounts.map((account) => (
            <AccountEntry
              key={account.accountId}
              account={account}
              single={accounts.length === 1}
              next={account.isDefault && state.phase !== 'needsSignIn'}
              onSignedOut={(revoked) => setSignedOut({ accountId: account.accountId, label: accountLabel(account.label), revoked })}
            />
          ))}
      </div>
    </section>
  )
}

interface SignedOut {
  /** The account. The message disappears when it is signed in again. */
  readonly accountId: AccountId
  readonly label: string
  readonly revoked: boolean
}

function HeaderAccount({ server }: Pick<ServerWithState, 'server'>) {
  const headers = server.launch.kind === 'http' ? Object.keys(server.launch.headers) : []
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <p className="min-w-0 grow basis-60">
        <span className="font-label">
          <ServerText id="accounts.header" server={server.id} />
        </span>{' '}
        <span className="text-text-2">
          <Text
            id="accounts.headerHelp"
            components={{
              headers: (
                <code translate="no" className="mono breakable">
                  {headers.join(', ')}
                </code>
              ),
            }}
          />
        </span>
      </p>
      <Button size="small" onClick={() => openServerForm({ kind: 'edit', serverId: server.id })}>
        {t('accounts.replaceKey')}
      </Button>
    </div>
  )
}
