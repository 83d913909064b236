import { createHash } from 'node:crypto'
import type { ServerConfig } from '../../../shared/domain/server'
import type { IdentityProvider, ServerAuth } from '../../../shared/domain/serverAuth'
import { canonicalJson } from '../../../shared/lib/json'
import { canonicalServerUri } from '../discovery/canonicalServerUri'
import type { Grant } from './grant'

export type GrantBinding = Pick<Grant, 'by' | 'issuer' | 'resource' | 'clientId' | 'client' | 'configHash'>

/**
 * Pure: whether a grant matches the server's current configuration. A grant is bound to its address, authorization server and client. After
 * any of them is edited, it is no longer used, and a new sign-in is needed.
 */
export function matchesBinding(grant: GrantBinding, { launch, auth }: Pick<ServerConfig, 'launch' | 'auth'>): boolean {
  if (launch.kind !== 'http' || grant.by !== auth.kind || grant.resource !== canonicalServerUri(launch.url)) return false
  if (auth.issuer !== undefined && auth.issuer !== grant.issuer) return false
  if (auth.kind !== 'person') return grant.configHash === configHash(auth)
  return auth.clientId === undefined ? grant.client !== 'configured' : grant.client === 'configured' && grant.clientId === auth.clientId
}

/** Pure: whether the person's sign-in belongs to the identity provider that is configured now. */
export function matchesIdentityProvider(grant: Pick<GrantBinding, 'issuer' | 'clientId'>, idp: IdentityProvider): boolean {
  return grant.issuer === idp.issuer && grant.clientId === idp.clientId
}

/** Pure: a hash that distinguishes configurations of sign-ins without a person, and reveals nothing about them. */
export function configHash(auth: ServerAuth): string {
  return createHash('sha256').update(canonicalJson(auth)).digest('hex')
}
