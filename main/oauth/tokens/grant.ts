import * as z from 'zod'
import type { ClientOrigin } from '../../../shared/domain/account'
import type { AuthKind } from '../../../shared/domain/serverAuth'
import { AppError } from '../../../shared/errors/appError'
import { rememberPassing, rememberSecret } from '../../lib/redact'
import { DpopKey } from './dpopKeys'
import { sanitizeServerText } from '../sanitizeServerText'
import { readScopes } from '../scopes'

/** What a token endpoint answers (RFC 6749, section 5.1; OpenID Connect's ID token beside it). */
export const TokenSet = z.object({
  access_token: z.string().min(1).max(100_000),
  token_type: z.string().max(100),
  refresh_token: z.string().min(1).max(100_000).optional(),
  id_token: z.string().min(1).max(100_000).optional(),
  scope: z.string().max(20_000).optional(),
  expires_in: z.coerce.number().nonnegative().optional(),
  /** Of an exchange (RFC 8693, section 2.2.1). */
  issued_token_type: z.string().max(200).optional(),
})
export type TokenSet = z.infer<typeof TokenSet>

/** Everything that one account has from an authorization server. Only the vault keeps it, sealed, as one record. Times are milliseconds since 1970. */
export const Grant = z.object({
  by: z.enum(['person', 'client', 'enterprise', 'workload']) satisfies z.ZodType<AuthKind>,
  issuer: z.string(),
  /** The canonical address of the server that it is for. */
  resource: z.string(),
  /** What was named to the authorization server as the resource, where that is not the canonical address. */
  resourceSent: z.string().optional(),
  /** Empty where the grant names no client. */
  clientId: z.string(),
  client: z.enum(['configured', 'document', 'registered']) satisfies z.ZodType<ClientOrigin>,
  /** Of a client that was registered on the spot. A configured one is looked up where it is configured. */
  clientSecret: z.string().optional(),
  /** How a registered client has to prove itself (RFC 7591, `token_endpoint_auth_method`). */
  authMethod: z.string().optional(),
  /** Which ways the authorization server knows; empty where it does not say. */
  authMethods: z.array(z.string()),
  tokens: TokenSet,
  obtained: z.number(),
  expires: z.number().optional(),
  scopes: z.array(z.string()),
  /** Everything that was asked for so far: what the next sign-in asks for too. */
  requestedScopes: z.array(z.string()),
  since: z.number(),
  who: z.string().optional(),
  /** Where it came from, and the only place that its refresh token goes to. */
  tokenEndpoint: z.string(),
  revocationEndpoint: z.string().optional(),
  dpopKey: DpopKey.optional(),
  /** Of grants without a person: the configuration that they were made by. */
  configHash: z.string().optional(),
})
export type Grant = z.infer<typeof Grant>

export type GrantFacts = Omit<Grant, 'tokens' | 'obtained' | 'expires' | 'scopes' | 'since' | 'who'>

/** A client that Parley is at one authorization server. Kept by issuer, sealed. */
export const ClientRecord = z.object({
  clientId: z.string(),
  client: z.enum(['configured', 'document', 'registered']) satisfies z.ZodType<ClientOrigin>,
  clientSecret: z.string().optional(),
  /** After that the secret is no longer taken. */
  secretExpires: z.number().optional(),
  authMethod: z.string().optional(),
  redirectUris: z.array(z.string()),
  registered: z.number(),
})
export type ClientRecord = z.infer<typeof ClientRecord>

/** What was granted, from the answer of the token endpoint. @throws {AppError} SIGN_IN_FAILED for tokens that Parley cannot present. */
export function newGrant(tokens: TokenSet, facts: GrantFacts, now: number): Grant {
  const set = checkedTokens(tokens, facts.dpopKey !== undefined)
  const who = whoIn(set.id_token)
  return {
    ...facts,
    tokens: set,
    obtained: now,
    ...expiry(set, now),
    // No word about scopes means: those that were asked for (RFC 6749, section 5.1).
    scopes: set.scope === undefined ? [...facts.requestedScopes] : [...readScopes(set.scope)],
    since: now,
    ...(who !== undefined && { who }),
  }
}

/** The same account with the tokens of a renewal; what the answer leaves out stays as it was (RFC 6749, section 6). @throws {AppError} */
export function refreshedGrant(grant: Grant, tokens: TokenSet, now: number): Grant {
  const { expires: _old, ...rest } = grant
  const set = checkedTokens({ ...kept(grant.tokens), ...tokens }, grant.dpopKey !== undefined)
  return {
    ...rest,
    tokens: set,
    obtained: now,
    ...expiry(tokens, now),
    scopes: tokens.scope === undefined ? grant.scopes : [...readScopes(tokens.scope)],
    ...(tokens.id_token !== undefined && whoIn(tokens.id_token) !== undefined && { who: whoIn(tokens.id_token) }),
  }
}

/** Makes sure that no log, frame or error ever shows what is secret in a grant. */
export function rememberGrant(grant: Grant): void {
  const { access_token, refresh_token, id_token } = grant.tokens
  for (const token of [access_token, refresh_token, id_token]) if (token !== undefined) rememberPassing(token)
  for (const value of [grant.clientSecret, grant.dpopKey?.privateJwk['d']]) if (typeof value === 'string') rememberSecret(value)
}

/** Pure: how an access token is put on a request, or undefined where Parley cannot: a kind that needs something that Parley does not have. */
export function schemeOf(tokenType: string, hasKey: boolean): 'Bearer' | 'DPoP' | undefined {
  const kind = tokenType.toLowerCase()
  if (kind === 'bearer') return 'Bearer'
  return kind === 'dpop' && hasKey ? 'DPoP' : undefined
}

function kept({ refresh_token, id_token }: TokenSet): Partial<TokenSet> {
  return { ...(refresh_token !== undefined && { refresh_token }), ...(id_token !== undefined && { id_token }) }
}

function expiry({ expires_in }: TokenSet, now: number): { expires?: number } {
  // Some write a nought where they mean that they do not say.
  return expires_in === undefined || expires_in === 0 ? {} : { expires: now + expires_in * 1000 }
}

function checkedTokens(tokens: TokenSet, hasKey: boolean): TokenSet {
  for (const value of [tokens.access_token, tokens.refresh_token, tokens.id_token]) if (value !== undefined) rememberPassing(value)
  if (schemeOf(tokens.token_type, hasKey) === undefined) {
    throw new AppError('SIGN_IN_FAILED', { reason: 'oauth.unknownTokenType' }, { said: tokens.token_type })
  }
  // Anything else could end a header and begin another one.
  if (!/^[\x21-\x7E]+$/.test(tokens.access_token)) {
    throw new AppError('SIGN_IN_FAILED', { reason: 'oauth.unsendableToken' })
  }
  return tokens
}

/** Who an ID token is about. It came over TLS from the token endpoint itself, and nothing but a label on the screen is made of it. */
function whoIn(idToken: string | undefined): string | undefined {
  const claims = idToken === undefined ? {} : claimsOf(idToken)
  const named = [claims['email'], claims['preferred_username'], claims['name']].find((claim) => typeof claim === 'string' && claim !== '')
  return typeof named === 'string' ? sanitizeServerText(named) : undefined
}

/** Pure: what a JSON Web Token claims, unchecked. Empty for anything else. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> {
  const [, payload, signature] = token.split('.')
  if (payload === undefined || signature === undefined) return {}
  const claims = z.record(z.string(), z.unknown()).safeParse(jsonIn(Buffer.from(payload, 'base64url').toString('utf8')))
  return claims.success ? claims.data : {}
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Opaque tokens are common, and say nothing.
    return undefined
  }
}
