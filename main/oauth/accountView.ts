import type { Account, Accounts, IdpView } from '../../shared/domain/account'
import { AccountId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import type { IdentityProvider, SignInSettings } from '../../shared/domain/serverAuth'
import type { AccountStore } from './accountStore'
import type { AccountRow } from './accountTable'
import { hasAuthorizationHeader } from './credentialHeaders'
import type { SignInAttempts } from './signIn/signInAttempts'
import { matchesBinding, matchesIdentityProvider } from './tokens/grantBinding'

/** What the screen shows about accounts and about sign-ins in progress. */
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

/** Pure: an account as the screen sees it. `isKept` means that the vault has its tokens, even if memory does not. */
export function accountView(row: AccountRow, server: ServerConfig, isKept: boolean): Account {
  const { grant, since } = row
  const base = {
    accountId: AccountId.parse(row.key),
    serverId: server.id,
    label: row.label,
    isDefault: row.isDefault,
    by: server.auth.kind,
    ...(row.problem && { problem: row.problem }),
  }
  if (server.launch.kind === 'http' && hasAuthorizationHeader(server.launch)) {
    return { ...base, state: 'header', scopes: [], renews: false, keyBound: false }
  }
  if (since === undefined || !grant || !isKept || !matchesBinding(grant, server)) {
    return { ...base, state: 'signedOut', scopes: [], renews: false, keyBound: false }
  }
  return {
    ...base,
    state: 'signedIn',
    issuer: grant.issuer,
    resource: grant.resource,
    client: grant.client,
    ...(grant.clientId !== '' && { clientId: grant.clientId }),
    scopes: grant.scopes,
    since,
    ...(row.who !== undefined && { who: row.who }),
    ...(row.expires !== undefined && { expires: row.expires }),
    ...(row.refreshed !== undefined && { refreshed: row.refreshed }),
    renews: row.renews,
    keyBound: row.keyBound,
  }
}

/**
 * Pure: the organisation's identity provider as the screen sees it. `hasTokens` means that the vault has a record of the person's sign-in.
 */
export function idpView(idp: IdentityProvider, row: AccountRow | undefined, hasTokens: boolean): IdpView {
  const view = { issuer: idp.issuer, clientId: idp.clientId, hasSecret: idp.clientSecret !== undefined }
  if (idp.idToken !== undefined) return { ...view, state: 'configured' }
  const isIn = row?.since !== undefined && row.grant && matchesIdentityProvider(row.grant, idp) && hasTokens
  if (!isIn) return { ...view, state: 'signedOut' }
  return { ...view, state: 'signedIn', since: row.since, ...(row.who !== undefined && { who: row.who }) }
}
