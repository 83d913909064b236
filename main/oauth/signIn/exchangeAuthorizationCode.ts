import type { FetchLike } from '@modelcontextprotocol/client'
import { rememberTemporarySecret } from '../../lib/redact'
import { dpopSession } from '../tokens/dpopKeys'
import { canonicalServerUri } from '../discovery/canonicalServerUri'
import { newGrant, type Grant, type GrantFacts, type TokenSet } from '../tokens/grant'
import { claimsOf } from '../tokens/jwtClaims'
import type { PreparedSignIn } from './prepareSignIn'
import type { Callback } from './parseCallback'
import { checkCallback } from './checkCallback'
import { signInRefused } from './signInErrors'
import { tokenRequest } from '../tokens/tokenRequest'

const LEEWAY_MS = 60_000

export interface ExchangeTools {
  readonly fetchFn: FetchLike
  readonly clientSecret?: string | undefined
  readonly now: () => number
}

/** Exchanges the authorization code for tokens. The caller has already checked the state. @throws {AppError} SIGN_IN_FAILED */
export async function exchangeAuthorizationCode(
  prepared: PreparedSignIn,
  callback: Callback,
  tools: ExchangeTools,
  signal: AbortSignal,
): Promise<Grant> {
  const { metadata, issuer } = prepared.discovered
  if (callback.code !== undefined) rememberTemporarySecret(callback.code)
  const code = checkCallback(prepared, callback)
  const dpop = prepared.dpopKey && (await dpopSession(prepared.dpopKey))
  const tokens = await tokenRequest(
    {
      endpoint: metadata.token_endpoint,
      issuer,
      params: {
        grant_type: 'authorization_code',
        code,
        redirect_uri: prepared.redirectUri,
        code_verifier: prepared.verifier,
        resource: prepared.target.kind === 'server' ? prepared.discovered.resource : undefined,
      },
      client: proofOf(prepared, tools.clientSecret),
      dpop,
      fetchFn: tools.fetchFn,
      step: { kind: 'codeExchange' },
    },
    signal,
  )
  if (prepared.nonce !== undefined) checkIdToken(prepared, prepared.nonce, tokens, tools.now())
  return newGrant(tokens, factsOf(prepared), tools.now())
}

function proofOf({ client, discovered }: PreparedSignIn, configuredSecret: string | undefined) {
  const secret = client.client === 'configured' ? configuredSecret : client.clientSecret
  return {
    clientId: client.clientId,
    authMethods: discovered.metadata.token_endpoint_auth_methods_supported ?? [],
    ...(secret !== undefined && { secret }),
    ...(client.authMethod !== undefined && { authMethod: client.authMethod }),
  }
}

function factsOf({ target, serverUrl, client, discovered, scopes, dpopKey }: PreparedSignIn): GrantFacts {
  const { metadata, issuer } = discovered
  const resource = target.kind === 'server' ? canonicalServerUri(serverUrl) : discovered.resource
  const revocation: unknown = Reflect.get(metadata, 'revocation_endpoint')
  return {
    by: 'person',
    issuer,
    resource,
    ...(resource !== discovered.resource && { resourceSent: discovered.resource }),
    clientId: client.clientId,
    client: client.client,
    ...(client.client === 'registered' && client.clientSecret !== undefined && { clientSecret: client.clientSecret }),
    ...(client.authMethod !== undefined && { authMethod: client.authMethod }),
    authMethods: metadata.token_endpoint_auth_methods_supported ?? [],
    requestedScopes: [...scopes],
    tokenEndpoint: metadata.token_endpoint,
    ...(typeof revocation === 'string' && { revocationEndpoint: revocation }),
    ...(dpopKey && { dpopKey }),
  }
}

/**
 * Checks that an ID token belongs to this sign-in (OpenID Connect Core, section 3.1.3.7). The signature is not checked, because the token
 * came directly from the token endpoint over TLS, which that section allows.
 */
function checkIdToken({ client, discovered }: PreparedSignIn, nonce: string, tokens: TokenSet, now: number): void {
  const claims = tokens.id_token === undefined ? {} : claimsOf(tokens.id_token)
  const audience = Array.isArray(claims['aud']) ? claims['aud'] : [claims['aud']]
  const { exp } = claims
  const isOurs = claims['iss'] === discovered.metadata.issuer && audience.includes(client.clientId) && claims['nonce'] === nonce
  if (isOurs && typeof exp === 'number' && exp * 1000 > now - LEEWAY_MS) return
  throw signInRefused({ reason: 'oauth.badIdToken', params: { issuer: discovered.issuer } })
}
