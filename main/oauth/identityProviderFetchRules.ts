import type { IdentityProvider } from '../../shared/domain/serverAuth'
import type { FetchRules } from '../net/checkFetchTarget'

/** Pure: what may be fetched of the organisation's identity provider: both of its addresses are configured. */
export function identityProviderFetchRules({ issuer, tokenEndpoint }: Pick<IdentityProvider, 'issuer' | 'tokenEndpoint'>): FetchRules {
  return { typed: new URL(issuer), ...(tokenEndpoint !== undefined && { alsoTyped: [new URL(tokenEndpoint)] }) }
}
