import { createHash } from 'node:crypto'
import type { ServerDefinition } from '../../../shared/domain/server'
import type { IdentityProvider, ServerAuth } from '../../../shared/domain/serverAuth'
import { canonicalJson } from '../../../shared/lib/json'
import { canonicalServerUri } from '../discovery/canonicalServerUri'
import type { Grant } from './grant'

export type GrantBinding = Pick<Grant, 'by' | 'issuer' | 'resource' | 'clientId' | 'client' | 'configHash'>

/**
 * Pure: whether tokens are for this server as it is configured now. They are bound to the address, the authorization server and the client
 * that they were given to: after an edit of any of these they are not used, and a new sign-in makes others.
 */
export function matchesBinding(grant: GrantBinding, { launch, auth }: Pick<ServerDefinition, 'launch' | 'auth'>): boolean {
  if (launch.kind !== 'http' || grant.by !== auth.kind || grant.resource !== canonicalServerUri(launch.url)) return false
  if (auth.issuer !== undefined && auth.issuer !== grant.issuer) return false
  if (auth.kind !== 'person') return grant.configHash === configHash(auth)
  return auth.clientId === undefined ? grant.client !== 'configured' : grant.client === 'configured' && grant.clientId === auth.clientId
}

/** Pure: whether the sign-in to the organisation's identity provider is still for the one that is configured. */
export function matchesIdentityProvider(grant: Pick<GrantBinding, 'issuer' | 'clientId'>, idp: IdentityProvider): boolean {
  return grant.issuer === idp.issuer && grant.clientId === idp.clientId
}

/** Pure: tells one configuration of a sign-in without a person from another, without showing any of it. */
export function configHash(auth: ServerAuth): string {
  return createHash('sha256').update(canonicalJson(auth)).digest('hex')
}
