import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  type AuthorizationServerMetadata,
  type FetchLike,
  type OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client'
import { isRecord } from '../../../shared/lib/json'
import { canonicalServerUri } from './canonicalServerUri'
import { checkEndpoints, logUnsafeEndpoints } from './checkEndpoints'
import { chooseIssuer, namedIssuers } from './chooseIssuer'
import { isMetadataResourceAllowed } from './isMetadataResourceAllowed'
import { readScopes } from '../scopes'
import { signInFailed, signInRefused } from '../signIn/signInErrors'

export interface DiscoverOptions {
  /** The address of the server's metadata document, from its challenge (RFC 9728, section 5.1). */
  readonly resourceMetadataUrl?: string | undefined
  /** The configured authorization server. */
  readonly issuer?: string | undefined
  /** The authorization server that the person chose for this sign-in. */
  readonly chosenIssuer?: string | undefined
  /** The server's challenge names the scheme DPoP (RFC 9449, section 7.1). */
  readonly dpopChallenged?: boolean | undefined
  /** Used for every fetch: `signInFetch`. */
  readonly fetchFn: FetchLike
}

/** Where and how to sign in for a server. Every address here was checked. */
export interface Discovered {
  /** The resource to request tokens for (RFC 8707). */
  readonly resource: string
  readonly issuer: string
  /** Every authorization server that the server names, including the chosen one. */
  readonly issuers: readonly string[]
  /** Metadata of that issuer. Default endpoints if a server of 2025-03-26 has no metadata. */
  readonly metadata: AuthorizationServerMetadata
  /** Whether metadata was found. Servers of 2025-03-26 may have none; that revision itself requires PKCE. */
  readonly described: boolean
  /** Scopes that the server lists; undefined if it lists none. */
  readonly scopesSupported?: readonly string[]
  /** Whether tokens must be bound to a key. */
  readonly dpopRequired: boolean
}

/**
 * Finds out where to sign in for a server. It looks for the server's metadata (RFC 9728) at the challenge's address, below the server's
 * path, and at the root. Then it reads the metadata of the authorization server (RFC 8414, OpenID Connect Discovery). A server without
 * metadata is its own authorization server (MCP 2025-03-26).
 * @throws {AppError} SIGN_IN_FAILED, or what `fetchFn` throws
 */
export async function discoverMetadata(serverUrl: string, options: DiscoverOptions, signal: AbortSignal): Promise<Discovered> {
  const fetchFn = within(options.fetchFn, signal)
  const place = new URL(serverUrl).host
  const description = await describe(serverUrl, options.resourceMetadataUrl, fetchFn).catch((thrown: unknown) => {
    throw signInFailed('finding', place, thrown)
  })
  const named = namedIssuers(description?.metadata.authorization_servers)
  const resource = description ? resourceFrom(serverUrl, description) : canonicalServerUri(serverUrl)
  const scopesSupported = description?.metadata.scopes_supported && readScopes(description.metadata.scopes_supported.join(' '))
  const wish = { pinned: options.issuer, chosen: options.chosenIssuer }
  const found = await authorizationServer(serverUrl, named, wish, fetchFn)
  const bound = description?.metadata.dpop_bound_access_tokens_required === true || options.dpopChallenged === true
  return {
    resource,
    ...found,
    issuers: named.includes(found.issuer) ? named : [found.issuer],
    ...(scopesSupported && { scopesSupported }),
    dpopRequired: bound && dpopAlgorithms(found.metadata).length > 0,
  }
}

/** The checked metadata of one authorization server or identity provider. @throws {AppError} SIGN_IN_FAILED, or what `fetchFn` throws */
export async function discoverAuthorizationServer(
  issuer: string,
  fetchFn: FetchLike,
  signal: AbortSignal,
): Promise<AuthorizationServerMetadata> {
  return required(issuer, within(fetchFn, signal))
}

/** Pure: the DPoP signing algorithms that an authorization server lists (RFC 9449, section 5.1). */
export function dpopAlgorithms(metadata: AuthorizationServerMetadata): readonly string[] {
  const listed: unknown = Reflect.get(metadata, 'dpop_signing_alg_values_supported')
  return Array.isArray(listed) ? listed.filter((name) => typeof name === 'string') : []
}

interface Description {
  readonly metadata: OAuthProtectedResourceMetadata
  readonly from: URL
}

/** The server's own metadata, or undefined if it has none. A failing server is an error and does not count as having none. */
async function describe(serverUrl: string, at: string | undefined, fetchFn: FetchLike): Promise<Description | undefined> {
  const ways = [...(at === undefined ? [] : [{ resourceMetadataUrl: at }]), {}]
  for (const way of ways) {
    let last: { readonly url: URL; readonly status: number } | undefined
    const watched: FetchLike = async (url, init) => {
      const response = await fetchFn(url, init)
      last = { url: new URL(url), status: response.status }
      return response
    }
    try {
      const metadata = await discoverOAuthProtectedResourceMetadata(serverUrl, way, watched)
      return { metadata, from: last?.url ?? new URL(serverUrl) }
    } catch (thrown) {
      const saysNothing = last !== undefined && last.status >= 400 && last.status < 500
      if (!saysNothing) throw thrown
    }
  }
  return undefined
}

function resourceFrom(serverUrl: string, { metadata, from }: Description): string {
  if (isMetadataResourceAllowed(serverUrl, metadata.resource, from)) return metadata.resource
  throw signInRefused(
    { reason: 'oauth.otherResource', params: { host: new URL(serverUrl).host, other: new URL(metadata.resource).host } },
    { said: metadata.resource },
  )
}

type Found = Pick<Discovered, 'issuer' | 'metadata' | 'described'>

async function authorizationServer(
  serverUrl: string,
  named: readonly string[],
  wish: { readonly pinned: string | undefined; readonly chosen: string | undefined },
  fetchFn: FetchLike,
): Promise<Found> {
  if (named.length > 0 || wish.pinned !== undefined) {
    const issuer = chooseIssuer(named, wish)
    return { issuer, metadata: await required(issuer, fetchFn), described: true }
  }
  // Servers of 2025-03-26 are their own authorization servers. The trailing slash accepts the issuer with or without a slash.
  const { origin } = new URL(serverUrl)
  const metadata = await metadataOf(`${origin}/`, fetchFn)
  if (metadata) return { issuer: metadata.issuer, metadata, described: true }
  return { issuer: origin, metadata: defaultEndpoints(origin), described: false }
}

async function required(issuer: string, fetchFn: FetchLike): Promise<AuthorizationServerMetadata> {
  const metadata = await metadataOf(issuer, fetchFn)
  if (metadata) return metadata
  throw signInRefused({ reason: 'oauth.issuerNotDescribed', params: { issuer } })
}

async function metadataOf(issuer: string, fetchFn: FetchLike): Promise<AuthorizationServerMetadata | undefined> {
  const watched = jsonOnly(fetchFn, (document) => logUnsafeEndpoints(issuer, document))
  const metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn: watched }).catch((thrown: unknown) => {
    throw signInFailed('finding', issuer, thrown)
  })
  if (metadata) checkEndpoints(metadata)
  return metadata
}

/** Default endpoints for a server of 2025-03-26 without metadata (MCP 2025-03-26, authorization, fallbacks). PKCE is required there. */
function defaultEndpoints(origin: string): AuthorizationServerMetadata {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  }
}

/** Web applications answer every address with an HTML page. During discovery such an answer counts as "not found". */
function jsonOnly(fetchFn: FetchLike, onObject: (document: object) => void): FetchLike {
  return async (url, init) => {
    const response = await fetchFn(url, init)
    if (!response.ok) return response
    const document = objectIn(await response.clone().text())
    if (!document) return new Response(null, { status: 404 })
    onObject(document)
    return response
  }
}

function objectIn(text: string): object | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return isRecord(parsed) ? parsed : undefined
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

function within(fetchFn: FetchLike, signal: AbortSignal): FetchLike {
  return (url, init) => fetchFn(url, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal })
}
