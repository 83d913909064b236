import type { Account } from '../../shared/domain/account'
import { AccountId } from '../../shared/domain/ids'
import type { HttpLaunch, ServerDefinition } from '../../shared/domain/server'
import { looksSecret } from '../../shared/domain/secretPatterns'
import type { AccountRow } from './accountTable'
import { matchesBinding } from './tokens/grantBinding'

/** Pure: an account as the screen sees it. `isKept`: its tokens are in the vault, which memory may have forgotten since. */
export function accountView(row: AccountRow, server: ServerDefinition, isKept: boolean): Account {
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

/** Pure: whether the person typed a key of another kind, such as `X-Api-Key`. A server that takes it may still want a sign-in beside. */
export function hasSecretHeader({ headers }: Pick<HttpLaunch, 'headers'>): boolean {
  return Object.entries(headers).some(([name, value]) => typeof value !== 'string' || looksSecret(name, value))
}

/** Pure: whether the person typed what proves them to the server. Then nothing else does, and a refusal starts no sign-in. */
export function hasAuthorizationHeader({ headers }: Pick<HttpLaunch, 'headers'>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
}
