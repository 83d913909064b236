import {
  RegistrationRejectedError,
  startAuthorization,
  type AuthorizationServerMetadata,
  type FetchLike,
} from '@modelcontextprotocol/client'
import { randomBytes } from 'node:crypto'
import type { SignInPlan, SignInTarget, SignInWarning } from '../../../shared/domain/account'
import { rememberTemporarySecret } from '../../lib/redact'
import { decideLink } from '../../links/decideLink'
import { logRefusedAddress, otherHosts } from '../discovery/checkEndpoints'
import { chooseClientRegistration } from '../clientRegistration'
import { discoverMetadata, discoverAuthorizationServer, type Discovered } from '../discovery/discoverMetadata'
import { newDpopKey, type DpopKey } from '../tokens/dpopKeys'
import type { ClientRecord } from '../clientRecord'
import { areRelated } from '../discovery/relatedHosts'
import { chooseScopes, readScopes } from '../scopes'
import { signInFailed, signInRefused } from './signInErrors'
import { AppError, type AppErrorData } from '../../../shared/errors/appError'

/** What a server's refusal says about the sign-in it demands. */
export interface Demand {
  readonly scope?: string | undefined
  readonly resourceMetadataUrl?: string | undefined
  readonly dpop: boolean
}

/** The target of a sign-in and what is known about it before any request. */
export interface SignInSubject {
  readonly target: SignInTarget
  /** The address of the server or of the identity provider. */
  readonly url: string
  readonly configured?: { readonly clientId: string; readonly clientSecret?: string | undefined } | undefined
  readonly issuer?: string | undefined
  readonly scopes?: readonly string[] | undefined
  readonly withoutPkce: boolean
  /** The authorization server that first used the configured client. The client may be used at no other. */
  readonly clientIssuer?: string | undefined
  /** The authorization server of the last sign-in. */
  readonly lastIssuer?: string | undefined
  readonly askedBefore: readonly string[]
  readonly granted: readonly string[]
  readonly demand?: Demand | undefined
  /** Why the last sign-in can no longer be used. */
  readonly because?: AppErrorData | undefined
}

export interface PrepareTools {
  readonly redirectUri: string
  readonly chosenIssuer?: string | undefined
  readonly clientMetadataUrl?: string | undefined
  /** @throws {AppError} POLICY if Parley may not register there */
  readonly mayRegister?: (issuer: string) => void
  readonly clientOf: (issuer: string) => Promise<ClientRecord | undefined>
  readonly saveClient: (issuer: string, client: ClientRecord) => Promise<void>
  readonly fetchFn: FetchLike
  readonly now: number
}

/** Everything needed to check the browser's answer and to exchange it for tokens. It never leaves the process. */
export interface PreparedSignIn {
  readonly target: SignInTarget
  /** The address of the target when the sign-in was prepared. */
  readonly serverUrl: string
  readonly discovered: Discovered
  readonly client: ClientRecord
  readonly redirectUri: string
  readonly url: string
  readonly state: string
  readonly verifier: string
  /** OpenID Connect's link between request and ID token; only for an identity provider. */
  readonly nonce?: string
  readonly scopes: readonly string[]
  readonly dpopKey?: DpopKey
  readonly plan: Omit<SignInPlan, 'attempt' | 'expires' | 'target'>
}

/**
 * Finds out where and how to sign in, and builds the address for the browser. Opens nothing. @throws {AppError} SIGN_IN_FAILED,
 * LINK_REFUSED
 */
export async function prepareSignIn(subject: SignInSubject, tools: PrepareTools, signal: AbortSignal): Promise<PreparedSignIn> {
  const discovered = await whereToSignIn(subject, tools, signal)
  const { metadata, issuer } = discovered
  const hasPkce = offersPkce(metadata)
  if (!hasPkce && !subject.withoutPkce) throw withoutPkce(issuer)
  refuseOtherIssuer(subject, issuer)
  const client = await clientFor(subject, discovered, tools, signal)
  const scopes = scopesFor(subject, discovered)
  const state = randomBytes(16).toString('base64url')
  const nonce = subject.target.kind === 'idp' ? randomBytes(16).toString('base64url') : undefined
  const { authorizationUrl, codeVerifier } = await startAuthorization(issuer, {
    metadata: hasPkce ? metadata : withMethod(metadata),
    clientInformation: { client_id: client.clientId },
    redirectUrl: tools.redirectUri,
    state,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    ...(subject.target.kind === 'server' && { resource: discovered.resource }),
  }).catch((thrown: unknown) => {
    throw signInFailed('asking', issuer, thrown)
  })
  if (nonce !== undefined) authorizationUrl.searchParams.set('nonce', nonce)
  for (const secret of [state, codeVerifier]) rememberTemporarySecret(secret)
  const url = authorizationUrl.href
  return {
    target: subject.target,
    serverUrl: subject.url,
    discovered,
    client,
    redirectUri: tools.redirectUri,
    url,
    state,
    verifier: codeVerifier,
    scopes,
    ...(nonce !== undefined && { nonce }),
    ...(discovered.dpopRequired && { dpopKey: await newDpopKey() }),
    plan: planOf({ subject, discovered, client, scopes, url, hasPkce }),
  }
}

async function whereToSignIn(subject: SignInSubject, tools: PrepareTools, signal: AbortSignal): Promise<Discovered> {
  const { fetchFn, chosenIssuer } = tools
  if (subject.target.kind === 'idp') {
    const metadata = await discoverAuthorizationServer(subject.url, fetchFn, signal)
    return { resource: subject.url, issuer: subject.url, issuers: [subject.url], metadata, described: true, dpopRequired: false }
  }
  const { demand, issuer } = subject
  const options = { resourceMetadataUrl: demand?.resourceMetadataUrl, dpopChallenged: demand?.dpop, issuer, chosenIssuer, fetchFn }
  return discoverMetadata(subject.url, options, signal)
}

/** Whether the metadata offers PKCE (RFC 7636), which makes the code useless to anyone else. If not stated, PKCE is not offered. */
function offersPkce(metadata: AuthorizationServerMetadata): boolean {
  return metadata.code_challenge_methods_supported?.includes('S256') ?? false
}

/** PKCE is always sent. A server that supports it without saying so is protected; any other server ignores it. */
function withMethod(metadata: AuthorizationServerMetadata): AuthorizationServerMetadata {
  return { ...metadata, code_challenge_methods_supported: ['S256'] }
}

function withoutPkce(issuer: string) {
  return signInRefused({ reason: 'oauth.noPkce', params: { issuer } }, { remedy: 'withoutPkce' })
}

/** A client registered by hand is bound to one authorization server (MCP 2026-07-28, client registration, authorization server binding). */
function refuseOtherIssuer({ configured, clientIssuer, issuer: pinned }: SignInSubject, issuer: string): void {
  if (!configured || clientIssuer === undefined || clientIssuer === issuer || pinned === issuer) return
  throw signInRefused({ reason: 'oauth.clientForOtherIssuer', params: { issuer, clientIssuer } }, { remedy: 'clientId' })
}

async function clientFor(
  { configured, target }: SignInSubject,
  { metadata, issuer, described }: Discovered,
  { redirectUri, clientMetadataUrl, mayRegister, clientOf, saveClient, fetchFn, now }: PrepareTools,
  signal: AbortSignal,
): Promise<ClientRecord> {
  const known = configured ? undefined : await clientOf(issuer)
  const published = target.kind === 'server' ? clientMetadataUrl : undefined
  const wish = { metadata, redirectUri, configured, clientMetadataUrl: published, known, mayRegister, now }
  const client = await chooseClientRegistration(wish, fetchFn, signal).catch((thrown: unknown) => {
    throw described ? thrown : withoutSignIn(issuer, thrown)
  })
  if (client.client === 'registered' && client !== known) await saveClient(issuer, client)
  return client
}

/** A server that says nothing of a sign-in, and has none at the addresses of the revision 2025-03-26 either, mostly wants a key. */
function withoutSignIn(issuer: string, thrown: unknown): unknown {
  const isMissing = thrown instanceof AppError && thrown.cause instanceof RegistrationRejectedError && thrown.cause.status < 500
  return isMissing
    ? signInRefused({ reason: 'oauth.offersNoSignIn', params: { host: new URL(issuer).host } }, { remedy: 'header' })
    : thrown
}

function scopesFor(subject: SignInSubject, { metadata, scopesSupported }: Discovered): readonly string[] {
  if (subject.target.kind === 'idp') {
    const offered = metadata.scopes_supported ?? ['offline_access']
    return offered.includes('offline_access') ? ['openid', 'offline_access'] : ['openid']
  }
  return chooseScopes({
    configured: subject.scopes,
    challenged: readScopes(subject.demand?.scope),
    supported: scopesSupported,
    before: subject.askedBefore,
    offered: metadata.scopes_supported,
  })
}

interface PlanParts {
  readonly subject: SignInSubject
  readonly discovered: Discovered
  readonly client: ClientRecord
  readonly scopes: readonly string[]
  readonly url: string
  readonly hasPkce: boolean
}

function planOf({ subject, discovered, client, scopes, url, hasPkce }: PlanParts): PreparedSignIn['plan'] {
  const decision = decideLink(url, 'signIn')
  if (!decision.open) {
    // As the authorization server names it: what Parley adds is nobody's business.
    logRefusedAddress(discovered.issuer, discovered.metadata.authorization_endpoint)
    throw signInRefused({ reason: 'oauth.badSignInAddress', params: { why: decision.reason } })
  }
  const server = new URL(subject.url)
  const others = otherHosts(discovered.metadata)
  const known = new Set([...subject.granted, ...subject.askedBefore])
  const warnings: SignInWarning[] = [...decision.warnings]
  if (!areRelated(server.hostname, new URL(url).hostname)) warnings.push('unrelatedHost')
  if (others.length > 0) warnings.push('otherHosts')
  if (subject.lastIssuer !== undefined && subject.lastIssuer !== discovered.issuer) warnings.push('newIssuer')
  if (!hasPkce) warnings.push('noPkce')
  return {
    url: decision.href,
    host: decision.host,
    serverHost: server.host,
    issuer: discovered.issuer,
    otherHosts: others,
    otherIssuers: discovered.issuers.filter((issuer) => issuer !== discovered.issuer),
    scopes,
    addedScopes: known.size > 0 ? scopes.filter((scope) => !known.has(scope)) : [],
    client: client.client,
    warnings,
    ...(subject.because !== undefined && { because: subject.because }),
  }
}
