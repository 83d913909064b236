import { startAuthorization, type AuthorizationServerMetadata, type FetchLike } from '@modelcontextprotocol/client'
import { randomBytes } from 'node:crypto'
import type { SignInPlan, SignInTarget, SignInWarning } from '../../../shared/domain/account'
import { rememberPassing } from '../../lib/redact'
import { decideLink } from '../../links/decideLink'
import { otherHosts } from '../discovery/checkEndpoints'
import { chooseClientRegistration } from '../clientRegistration'
import { discoverMetadata, readIssuer, type Discovered } from '../discovery/discoverMetadata'
import { newDpopKey, type DpopKey } from '../tokens/dpopKeys'
import type { ClientRecord } from '../tokens/grant'
import { areRelated } from '../discovery/relatedHosts'
import { chooseScopes, readScopes } from '../scopes'
import { signInFailed, signInRefused } from './signInErrors'
import type { AppErrorData } from '../../../shared/errors/appError'

/** What a server's refusal says about the sign-in that it wants. */
export interface Demand {
  readonly scope?: string | undefined
  readonly resourceMetadataUrl?: string | undefined
  readonly dpop: boolean
}

/** What one signs in for, and what is known of it before anybody is asked. */
export interface SignInSubject {
  readonly target: SignInTarget
  /** The server's address, or the identity provider's. */
  readonly url: string
  readonly configured?: { readonly clientId: string; readonly clientSecret?: string | undefined } | undefined
  readonly issuer?: string | undefined
  readonly scopes?: readonly string[] | undefined
  readonly withoutPkce: boolean
  /** Where the configured client was used first; it is for no other authorization server. */
  readonly clientIssuer?: string | undefined
  /** Where the last sign-in was. */
  readonly lastIssuer?: string | undefined
  readonly askedBefore: readonly string[]
  readonly granted: readonly string[]
  readonly demand?: Demand | undefined
  /** Why the last sign-in is no longer good. */
  readonly because?: AppErrorData | undefined
}

export interface PrepareTools {
  readonly redirectUri: string
  readonly chosenIssuer?: string | undefined
  readonly clientMetadataUrl?: string | undefined
  /** @throws {AppError} POLICY where Parley may not register itself there. */
  readonly mayRegister?: (issuer: string) => void
  readonly clientOf: (issuer: string) => Promise<ClientRecord | undefined>
  readonly saveClient: (issuer: string, client: ClientRecord) => Promise<void>
  readonly fetchFn: FetchLike
  readonly now: number
}

/** Everything that is needed to take the browser's answer and to make tokens of it. It never leaves the process. */
export interface PreparedSignIn {
  readonly target: SignInTarget
  /** The address of what it is for, as it was then. */
  readonly serverUrl: string
  readonly discovered: Discovered
  readonly client: ClientRecord
  readonly redirectUri: string
  readonly url: string
  readonly state: string
  readonly verifier: string
  /** OpenID Connect's own tie between question and answer; only at an identity provider. */
  readonly nonce?: string
  readonly scopes: readonly string[]
  readonly dpopKey?: DpopKey
  readonly plan: Omit<SignInPlan, 'attempt' | 'expires' | 'target'>
}

/** Finds out where and how to sign in, and makes the address for the browser. Opens nothing. @throws {AppError} SIGN_IN_FAILED, LINK_REFUSED */
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
  for (const secret of [state, codeVerifier]) rememberPassing(secret)
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
    const metadata = await readIssuer(subject.url, fetchFn, signal)
    return { resource: subject.url, issuer: subject.url, issuers: [subject.url], metadata, described: true, dpopRequired: false }
  }
  const { demand, issuer } = subject
  const options = { resourceMetadataUrl: demand?.resourceMetadataUrl, dpopChallenged: demand?.dpop, issuer, chosenIssuer, fetchFn }
  return discoverMetadata(subject.url, options, signal)
}

/** Whether the code that comes back is of use to nobody but who asked for it (RFC 7636); what is not said is not offered. */
function offersPkce(metadata: AuthorizationServerMetadata): boolean {
  return metadata.code_challenge_methods_supported?.includes('S256') ?? false
}

/** It is sent all the same: who knows it and does not say so is protected, and who does not leaves it aside. */
function withMethod(metadata: AuthorizationServerMetadata): AuthorizationServerMetadata {
  return { ...metadata, code_challenge_methods_supported: ['S256'] }
}

function withoutPkce(issuer: string) {
  return signInRefused({ reason: 'oauth.noPkce', params: { issuer } }, { remedy: 'withoutPkce' })
}

/** What was registered by hand was registered at one place (MCP 2026-07-28, client registration, authorization server binding). */
function refuseOtherIssuer({ configured, clientIssuer, issuer: pinned }: SignInSubject, issuer: string): void {
  if (!configured || clientIssuer === undefined || clientIssuer === issuer || pinned === issuer) return
  throw signInRefused({ reason: 'oauth.clientForOtherIssuer', params: { issuer, clientIssuer } }, { remedy: 'clientId' })
}

async function clientFor(
  { configured, target }: SignInSubject,
  { metadata, issuer }: Discovered,
  { redirectUri, clientMetadataUrl, mayRegister, clientOf, saveClient, fetchFn, now }: PrepareTools,
  signal: AbortSignal,
): Promise<ClientRecord> {
  const known = configured ? undefined : await clientOf(issuer)
  const published = target.kind === 'server' ? clientMetadataUrl : undefined
  const wish = { metadata, redirectUri, configured, clientMetadataUrl: published, known, mayRegister, now }
  const client = await chooseClientRegistration(wish, fetchFn, signal)
  if (client.client === 'registered' && client !== known) await saveClient(issuer, client)
  return client
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
  if (!decision.open) throw signInRefused({ reason: 'oauth.badSignInAddress', params: { why: decision.reason } })
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
