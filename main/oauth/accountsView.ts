import type { Accounts } from '../../shared/domain/account'
import type { SignInSettings } from '../../shared/domain/serverAuth'
import type { AccountStore } from './accountStore'
import type { SignInAttempts } from './signIn/signInAttempts'

/** What the screen shows of accounts, and of the sign-ins that are under way. */
export function accountsView(deps: {
  readonly accounts: Pick<AccountStore, 'accounts' | 'idp'>
  readonly attempts: Pick<SignInAttempts, 'attempts'>
  readonly signIn: Pick<SignInSettings, 'clientMetadataUrl'>
}): Accounts {
  const { clientMetadataUrl } = deps.signIn
  const idp = deps.accounts.idp()
  return {
    accounts: deps.accounts.accounts(),
    attempts: deps.attempts.attempts(),
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    ...(idp && { idp }),
  }
}
