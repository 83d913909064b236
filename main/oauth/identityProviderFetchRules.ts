import type { IdentityProvider } from '../../shared/domain/serverAuth'
import type { FetchRules } from '../net/checkFetchTarget'

/** Pure: the fetch rules for the organisation's identity provider. Both of its addresses are configured. */
export function identityProviderFetchRules({ issuer, tokenEndpoint }: Pick<IdentityProvider, 'issuer' | 'tokenEndpoint'>): FetchRules {
  return { typed: new URL(issuer), ...(tokenEndpoint !== undefined && { alsoTyped: [new URL(tokenEndpoint)] }) }
}
