import type { IdpView } from '../../shared/domain/account'
import type { IdentityProvider } from '../../shared/domain/serverAuth'
import type { AccountRow } from './accountTable'
import { matchesIdentityProvider } from './tokens/grantBinding'

/** Pure: the organisation's identity provider as the screen sees it. `hasTokens`: the vault has something of the person's sign-in there. */
export function idpView(idp: IdentityProvider, row: AccountRow | undefined, hasTokens: boolean): IdpView {
  const view = { issuer: idp.issuer, clientId: idp.clientId, hasSecret: idp.clientSecret !== undefined }
  if (idp.idToken !== undefined) return { ...view, state: 'configured' }
  const isIn = row?.since !== undefined && row.grant && matchesIdentityProvider(row.grant, idp) && hasTokens
  if (!isIn) return { ...view, state: 'signedOut' }
  return { ...view, state: 'signedIn', since: row.since, ...(row.who !== undefined && { who: row.who }) }
}
