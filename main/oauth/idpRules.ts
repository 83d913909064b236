import type { IdentityProvider } from '../../shared/domain/serverAuth'
import type { NetRules } from '../net/netRules'

/** Pure: what may be fetched of the organisation's identity provider: both of its addresses are configured. */
export function idpRules({ issuer, tokenEndpoint }: Pick<IdentityProvider, 'issuer' | 'tokenEndpoint'>): NetRules {
  return { typed: new URL(issuer), ...(tokenEndpoint !== undefined && { alsoTyped: [new URL(tokenEndpoint)] }) }
}
