import type { DpopSession, FetchLike } from '@modelcontextprotocol/client'
import type { HttpLaunch, ServerConfig } from '../../../shared/domain/server'
import type { IdentityProvider, ServerAuth } from '../../../shared/domain/serverAuth'
import { AppError } from '../../../shared/errors/appError'
import { assertNever } from '../../../shared/lib/assertNever'
import type { FetchRules } from '../../net/checkFetchTarget'
import { canonicalServerUri } from '../discovery/canonicalServerUri'
import type { Challenge } from '../discovery/wwwAuthenticate'
import type { ClientAuthentication, ConfigValueResolver } from '../clientAuthentication'
import type { Discovered, DiscoverOptions } from '../discovery/discoverMetadata'
import { dpopSession, newDpopKey, type DpopKey } from '../tokens/dpopKeys'
import { newGrant, type Grant } from '../tokens/grant'
import { configHash } from '../tokens/grantBinding'
import { readScopes } from '../scopes'
import { revocationEndpointOf } from '../tokens/tokenRevocations'
import { tokenRequest } from '../tokens/tokenRequest'
import { clientCredentials } from './clientCredentials'
import { enterpriseManagedAuthorization } from './enterpriseManagedAuthorization'
import { workloadIdentity } from './workloadIdentity'

export type MachineAuth = Exclude<ServerAuth, { kind: 'person' }>
export type MachineServer = Pick<ServerConfig, 'id'> & { readonly launch: HttpLaunch; readonly auth: MachineAuth }

export interface MachineDeps {
  readonly vault: ConfigValueResolver
  readonly fetchFor: (rules: FetchRules) => FetchLike
  readonly discoverMetadata: (serverUrl: string, options: DiscoverOptions, signal: AbortSignal) => Promise<Discovered>
  readonly now: () => number
  /** The organisation's identity provider. */
  readonly idp: () => IdentityProvider | undefined
  readonly idToken: (idp: IdentityProvider, signal: AbortSignal) => Promise<string>
  /** The authorization server at which this client was used before. */
  readonly issuerOfClient: (server: MachineServer) => string | undefined
}

/** What one kind of grant sends to the token endpoint. */
export interface GrantRequest {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly client: ClientAuthentication
}

/** Everything needed to request a grant. */
export interface GrantOrder {
  readonly server: MachineServer
  readonly found: Discovered
  readonly scope: string | undefined
}

/**
 * Gets tokens for a server without a person. It uses only the token endpoint and never visits the authorization endpoint. After a refusal
 * it tries neither again nor with another kind of grant.
 * @throws {AppError} SIGN_IN_FAILED, SECRET_MISSING, SECRETS_LOCKED, and network errors
 */
export async function machineGrant(
  server: MachineServer,
  challenge: Challenge | undefined,
  deps: MachineDeps,
  signal: AbortSignal,
): Promise<Grant> {
  const found = await find(server, challenge, deps, signal)
  refuseOtherIssuer(server, found.issuer, deps)
  const scopes = server.auth.scopes ?? readScopes(challenge?.scope)
  const scope = scopes.length > 0 ? scopes.join(' ') : undefined
  const { params, client } = await requestFor({ server, found, scope }, deps, signal)
  const key = found.dpopRequired ? await newDpopKey() : undefined
  const tokens = await tokenRequest(
    {
      endpoint: found.metadata.token_endpoint,
      issuer: found.metadata.issuer,
      params: { ...params, scope, resource: found.resource },
      client,
      dpop: await sessionFor(key),
      fetchFn: deps.fetchFor(rulesFor(server)),
      step: { kind: 'machine', server: server.id },
    },
    signal,
  )
  return newGrant(tokens, factsOf(server, found, { scopes, client, key }), deps.now())
}

/** Pure: the fetch rules for signing in to a server. They allow the addresses that the person typed for it and its authorization server. */
export function rulesFor({ launch, auth }: { readonly launch: HttpLaunch; readonly auth: ServerAuth }): FetchRules {
  return { typed: new URL(launch.url), ...(auth.issuer !== undefined && { alsoTyped: [new URL(auth.issuer)] }) }
}

async function find(server: MachineServer, challenge: Challenge | undefined, deps: MachineDeps, signal: AbortSignal): Promise<Discovered> {
  const options: DiscoverOptions = {
    issuer: server.auth.issuer,
    resourceMetadataUrl: challenge?.resourceMetadataUrl,
    dpopChallenged: challenge?.dpop,
    fetchFn: deps.fetchFor(rulesFor(server)),
  }
  const found = await deps.discoverMetadata(server.launch.url, options, signal)
  // A guessed endpoint may be shown to a person, but no secret may be sent to it.
  if (found.described) return found
  throw new AppError('SIGN_IN_FAILED', { reason: 'oauth.notDescribed', params: { server: server.id } })
}

function requestFor(order: GrantOrder, deps: MachineDeps, signal: AbortSignal): Promise<GrantRequest> {
  const { auth } = order.server
  switch (auth.kind) {
    case 'client':
      return clientCredentials(auth, order, deps, signal)
    case 'enterprise':
      return enterpriseManagedAuthorization(auth, order, deps, signal)
    case 'workload':
      return workloadIdentity(auth, order, deps, signal)
    default:
      return assertNever(auth)
  }
}

/** Credentials entered by hand are bound to the authorization server that first used them (MCP 2026-07-28, client registration). */
function refuseOtherIssuer(server: MachineServer, issuer: string, deps: MachineDeps): void {
  const first = server.auth.issuer ?? deps.issuerOfClient(server)
  if (first === undefined || first === issuer) return
  throw new AppError('SIGN_IN_FAILED', {
    reason: 'oauth.otherIssuer',
    params: { server: server.id, host: new URL(issuer).host, before: new URL(first).host, issuer },
  })
}

function factsOf(
  { auth, launch }: MachineServer,
  { issuer, resource, metadata }: Discovered,
  { scopes, client, key }: { readonly scopes: readonly string[]; readonly client: ClientAuthentication; readonly key: DpopKey | undefined },
): Parameters<typeof newGrant>[1] {
  const revocationEndpoint = revocationEndpointOf(metadata)
  return {
    by: auth.kind,
    issuer,
    resource: canonicalServerUri(launch.url),
    resourceSent: resource,
    clientId: client.clientId,
    client: 'configured',
    authMethods: [...client.authMethods],
    requestedScopes: [...scopes],
    tokenEndpoint: metadata.token_endpoint,
    ...(revocationEndpoint !== undefined && { revocationEndpoint }),
    ...(key && { dpopKey: key }),
    configHash: configHash(auth),
  }
}

async function sessionFor(key: DpopKey | undefined): Promise<DpopSession | undefined> {
  return key && dpopSession(key)
}
