import type { ServerConfig } from '../../shared/domain/server'
import { useAccounts } from '../rpc/useAccounts'
import { useTopic } from '../rpc/useTopic'
import { openServerForm, showSettings } from './navigation'
import { useOpenSignIn } from './useOpenSignIn'

/**
 * Returns the action of a server's "Sign in" button: a sign-in with its default account or at its identity provider. When Parley signs in
 * by itself, the action opens the settings for that. Undefined when there is nothing to sign in to.
 */
export function useServerSignIn({ id, auth, launch }: ServerConfig): (() => void) | undefined {
  const account = useAccounts(id)?.[0]
  const idp = useTopic('accounts', (accounts) => accounts.idp)
  const signInTo = useOpenSignIn()
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
