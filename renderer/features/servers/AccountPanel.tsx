import { useState } from 'react'
import type { Account } from '../../../shared/domain/account'
import type { AccountId } from '../../../shared/domain/ids'
import type { ServerWithState } from '../../rpc/useServers'
import { useAccounts } from '../../rpc/useAccounts'
import { openServerForm } from '../../state/navigation'
import { useSignInTo } from '../../state/useSignInTo'
import { Button } from '../../ui/Button'
import { NewAccountForm } from '../../widgets/NewAccountForm'
import { Notice } from '../../ui/Notice'
import { Skeleton } from '../../ui/Skeleton'
import { AccountEntry } from './AccountEntry'
import { MachineAccount } from './MachineAccount'

/** Who calls a remote server: the accounts, what each may do there, and how Parley keeps them. */
export function AccountPanel({ server, state }: ServerWithState) {
  const accounts = useAccounts(server.id)
  const [adding, setAdding] = useState(false)
  const [signedOut, setSignedOut] = useState<SignedOutWords>()
  const signInTo = useSignInTo()
  if (!accounts) return <Skeleton label="Accounts" rows={3} />
  const [first] = accounts
  const person = server.auth.kind === 'person' && first?.state !== 'header'
  return (
    <section aria-label="Account" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
        <h3 className="text-14 font-title">Account</h3>
        {person && (
          <Button size="small" aria-expanded={adding} onClick={() => setAdding(!adding)}>
            Sign in as another…
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
        <Notice role="alert" title={signedOut.title}>
          {signedOut.more}
        </Notice>
      )}
      <div className="divide-y divide-line rounded-3 border border-line bg-raised">
        {accounts.length === 0 && <p className="px-4 py-3 text-text-2">Parley knows no account here yet.</p>}
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
              onSignedOut={(revoked) => setSignedOut(signedOutWords(account, revoked))}
            />
          ))}
      </div>
    </section>
  )
}

interface SignedOutWords {
  /** Whose: once they have signed in again, this is no news any more. */
  readonly accountId: AccountId
  readonly title: string
  readonly more: string
}

function signedOutWords({ label, accountId }: Account, revoked: boolean): SignedOutWords {
  return revoked
    ? { accountId, title: `${label} is signed out.`, more: 'The tokens are forgotten here, and the authorization server has revoked them.' }
    : {
        accountId,
        title: `${label} is signed out here only.`,
        more: 'The tokens are forgotten on this computer. The authorization server did not revoke them: they end there by themselves.',
      }
}

function HeaderAccount({ server }: Pick<ServerWithState, 'server'>) {
  const headers = server.launch.kind === 'http' ? Object.keys(server.launch.headers) : []
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <p className="min-w-0 grow basis-60">
        <span className="font-label">{server.id} is told who calls by a header that you typed.</span>{' '}
        <span className="text-text-2">
          Parley sends <code className="mono breakable">{headers.join(', ')}</code> with every request and signs in nowhere. If the key is
          refused, replace it.
        </span>
      </p>
      <Button size="small" onClick={() => openServerForm({ kind: 'edit', serverId: server.id })}>
        Replace the key…
      </Button>
    </div>
  )
}
