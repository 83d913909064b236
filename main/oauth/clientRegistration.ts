import {
  registerClient,
  RegistrationRejectedError,
  type AuthorizationServerMetadata,
  type FetchLike,
  type OAuthClientMetadata,
} from '@modelcontextprotocol/client'
import type { AppError } from '../../shared/errors/appError'
import { rememberSecret } from '../lib/redact'
import type { ClientRecord } from './clientRecord'
import { isAboutRedirect, signInFailed, signInRefused } from './signIn/signInErrors'

export interface ClientChoice {
  readonly metadata: AuthorizationServerMetadata
  /** The redirect address. */
  readonly redirectUri: string
  /** A client that was registered by hand. */
  readonly configured?: { readonly clientId: string; readonly clientSecret?: string | undefined } | undefined
  /** The address of Parley's published metadata document. */
  readonly clientMetadataUrl?: string | undefined
  /** The record of an earlier registration at this issuer. */
  readonly known?: ClientRecord | undefined
  /** @throws {AppError} POLICY if Parley may not register there */
  readonly mayRegister?: ((issuer: string) => void) | undefined
  readonly now: number
}

const SOFTWARE = 'Parley'
const PARLEY_KNOWS = ['none', 'client_secret_basic', 'client_secret_post']

/**
 * Chooses Parley's client at an authorization server. A configured client comes first, then Parley's metadata document if the server
 * supports it, then dynamic registration (RFC 7591). Otherwise a person has to enter a client (MCP 2026-07-28, client registration).
 * @throws {AppError} SIGN_IN_FAILED, or what `fetchFn` throws
 */
export async function chooseClientRegistration(wish: ClientChoice, fetchFn: FetchLike, signal: AbortSignal): Promise<ClientRecord> {
  const { metadata, redirectUri, configured, clientMetadataUrl, known, mayRegister, now } = wish
  const same = { redirectUris: [redirectUri], registered: now }
  if (configured) {
    const { clientId, clientSecret } = configured
    return checked({ ...same, client: 'configured', clientId, ...(clientSecret !== undefined && { clientSecret }) }, metadata.issuer)
  }
  if (clientMetadataUrl !== undefined && metadata.client_id_metadata_document_supported === true) {
    return { ...same, client: 'document', clientId: clientMetadataUrl }
  }
  // A ban on registration also applies to a client that was registered earlier.
  if (known || metadata.registration_endpoint !== undefined) mayRegister?.(metadata.issuer)
  if (known && isStillGood(known, redirectUri, now)) return known
  if (metadata.registration_endpoint !== undefined) return register(wish, fetchFn, signal)
  throw signInRefused({ reason: 'oauth.noRegistration', params: { issuer: metadata.issuer } }, { remedy: 'clientId' })
}

/**
 * Pure: Parley's registration request. It describes a native application that renews tokens by itself (RFC 8252; OpenID Connect
 * Registration, application_type).
 */
export function registrationOf(metadata: AuthorizationServerMetadata, redirectUri: string): OAuthClientMetadata {
  const known = metadata.token_endpoint_auth_methods_supported ?? ['none']
  return {
    client_name: SOFTWARE,
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // A public program cannot keep a secret. If a secret is required, each installation gets its own.
    token_endpoint_auth_method: PARLEY_KNOWS.find((method) => known.includes(method)) ?? 'none',
    application_type: 'native',
  }
}

async function register({ metadata, redirectUri, now }: ClientChoice, fetchFn: FetchLike, signal: AbortSignal): Promise<ClientRecord> {
  const given = await registerClient(metadata.issuer, {
    metadata,
    clientMetadata: registrationOf(metadata, redirectUri),
    fetchFn: (url, init) => fetchFn(url, { ...init, signal }),
  }).catch((thrown: unknown) => {
    throw rejected(metadata.issuer, thrown)
  })
  if (given.client_secret !== undefined) rememberSecret(given.client_secret)
  if (!given.redirect_uris.includes(redirectUri)) {
    throw signInRefused(
      { reason: 'oauth.otherRedirect', params: { issuer: metadata.issuer } },
      { said: given.redirect_uris.join(' '), remedy: 'clientId' },
    )
  }
  const {
    client_id: clientId,
    client_secret: clientSecret,
    token_endpoint_auth_method: authMethod,
    client_secret_expires_at: expires,
  } = given
  const record: ClientRecord = {
    client: 'registered',
    clientId,
    redirectUris: [redirectUri],
    registered: now,
    ...(clientSecret !== undefined && { clientSecret }),
    ...(authMethod !== undefined && { authMethod }),
    ...(expires !== undefined && expires > 0 && { secretExpires: expires * 1000 }),
  }
  return checked(record, metadata.issuer)
}

/** The usual reason is a redirect address on this computer (MCP 2026-07-28, client registration, redirect URI constraints). */
function rejected(issuer: string, thrown: unknown): AppError {
  const error = signInFailed('registering', issuer, thrown)
  if (!(thrown instanceof RegistrationRejectedError)) return error
  const aboutRedirect = isAboutRedirect(thrown)
  return signInRefused(aboutRedirect ? { reason: 'oauth.noLoopbackRedirect', params: { issuer } } : error.fact, {
    remedy: 'clientId',
    ...(error.said !== undefined && { said: error.said }),
    cause: thrown,
  })
}

/** A registration names one redirect address, and many authorization servers also compare its port. */
function isStillGood(known: ClientRecord, redirectUri: string, now: number): boolean {
  if (known.client !== 'registered' || !known.redirectUris.includes(redirectUri)) return false
  return known.secretExpires === undefined || known.secretExpires > now
}

/** Client ids and secrets go into headers, forms and addresses. A line break would add a second header. */
function checked(record: ClientRecord, issuer: string): ClientRecord {
  const { clientId, clientSecret } = record
  if (isHeaderSafe(clientId) && (clientSecret === undefined || isHeaderSafe(clientSecret))) return record
  throw signInRefused(
    { reason: 'oauth.badClientId', params: { issuer } },
    {
      remedy: 'clientId',
    },
  )
}

function isHeaderSafe(text: string): boolean {
  return /^[\x20-\x7e]{1,2000}$/.test(text)
}
