import type { ServerDefinition } from '../../shared/domain/server'
import { useAccounts } from '../rpc/useAccounts'
import { useTopic } from '../rpc/useTopic'
import { openServerForm, showSettings } from './navigation'
import { useSignInTo } from './useSignInTo'

/**
 * What "Sign in" at a server does: as its default account, at the identity provider that vouches for it, or, where Parley signs in by
 * itself, to the place where that is set up. Undefined while there is nothing to sign in to.
 */
export function useServerSignIn({ id, auth, launch }: ServerDefinition): (() => void) | undefined {
  const account = useAccounts(id)?.[0]
  const idp = useTopic('accounts', (accounts) => accounts.idp)
  const signInTo = useSignInTo()
  if (launch.kind !== 'http') return undefined
  switch (auth.kind) {
    case 'person':
      return account && (() => signInTo({ kind: 'server', serverId: id, accountId: account.accountId }))
    case 'enterprise':
      return idp && idp.state !== 'configured' ? () => signInTo({ kind: 'idp' }) : () => showSettings('signIn')
    case 'client':
    case 'workload':
      return () => openServerForm({ kind: 'edit', serverId: id, part: 'signIn' })
  }
}
