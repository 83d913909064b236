import * as z from 'zod'
import type { ClientOrigin } from '../../../shared/domain/account'
import type { AuthKind } from '../../../shared/domain/serverAuth'
import { AppError } from '../../../shared/errors/appError'
import { rememberTemporarySecret, rememberSecret } from '../../lib/redact'
import { DpopKey } from './dpopKeys'
import { readScopes } from '../scopes'
import { nameInIdToken } from './jwtClaims'

/** The answer of a token endpoint (RFC 6749, section 5.1), with OpenID Connect's ID token. */
export const TokenSet = z.object({
  access_token: z.string().min(1).max(100_000),
  token_type: z.string().max(100),
  refresh_token: z.string().min(1).max(100_000).optional(),
  id_token: z.string().min(1).max(100_000).optional(),
  scope: z.string().max(20_000).optional(),
  expires_in: z.coerce.number().nonnegative().optional(),
  /** Only in the answer to a token exchange (RFC 8693, section 2.2.1). */
  issued_token_type: z.string().max(200).optional(),
})
export type TokenSet = z.infer<typeof TokenSet>

/**
 * Everything that one account has from an authorization server. Only the vault keeps it, as one sealed record. Times are milliseconds since
 * 1970.
 */
export const Grant = z.object({
  by: z.enum(['person', 'client', 'enterprise', 'workload']) satisfies z.ZodType<AuthKind>,
  issuer: z.string(),
  /** The canonical address of the server. */
  resource: z.string(),
  /** The resource sent to the authorization server, if it is not the canonical address. */
  resourceSent: z.string().optional(),
  /** Empty if the grant names no client. */
  clientId: z.string(),
  client: z.enum(['configured', 'document', 'registered']) satisfies z.ZodType<ClientOrigin>,
  /** The secret of a dynamically registered client. The secret of a configured client is read from its configuration. */
  clientSecret: z.string().optional(),
  /** How a registered client must authenticate (RFC 7591, `token_endpoint_auth_method`). */
  authMethod: z.string().optional(),
  /** Authentication methods that the authorization server lists; empty if it lists none. */
  authMethods: z.array(z.string()),
  tokens: TokenSet,
  obtained: z.number(),
  expires: z.number().optional(),
  scopes: z.array(z.string()),
  /** Every scope requested so far. The next sign-in requests them too. */
  requestedScopes: z.array(z.string()),
  since: z.number(),
  who: z.string().optional(),
  /** The endpoint that issued the grant, and the only one that receives its refresh token. */
  tokenEndpoint: z.string(),
  revocationEndpoint: z.string().optional(),
  dpopKey: DpopKey.optional(),
  /** Only in grants without a person: the hash of the configuration they were made with. */
  configHash: z.string().optional(),
})
export type Grant = z.infer<typeof Grant>

export type GrantFacts = Omit<Grant, 'tokens' | 'obtained' | 'expires' | 'scopes' | 'since' | 'who'>

/** Makes a grant from the answer of the token endpoint. @throws {AppError} SIGN_IN_FAILED for tokens that Parley cannot send */
export function newGrant(tokens: TokenSet, facts: GrantFacts, now: number): Grant {
  const set = checkedTokens(tokens, facts.dpopKey !== undefined)
  const who = nameInIdToken(set.id_token)
  return {
    ...facts,
    tokens: set,
    obtained: now,
    ...expiry(set, now),
    // If the answer names no scopes, the requested ones were granted (RFC 6749, section 5.1).
    scopes: set.scope === undefined ? [...facts.requestedScopes] : [...readScopes(set.scope)],
    since: now,
    ...(who !== undefined && { who }),
  }
}

/** The grant with the tokens of a renewal. What the answer omits stays as it was (RFC 6749, section 6). @throws {AppError} */
export function refreshedGrant(grant: Grant, tokens: TokenSet, now: number): Grant {
  const { expires: _old, ...rest } = grant
  const set = checkedTokens({ ...kept(grant.tokens), ...tokens }, grant.dpopKey !== undefined)
  return {
    ...rest,
    tokens: set,
    obtained: now,
    ...expiry(tokens, now),
    scopes: tokens.scope === undefined ? grant.scopes : [...readScopes(tokens.scope)],
    ...(tokens.id_token !== undefined && nameInIdToken(tokens.id_token) !== undefined && { who: nameInIdToken(tokens.id_token) }),
  }
}

/** Registers the secrets of a grant, so that no log, message record or error shows them. */
export function rememberGrant(grant: Grant): void {
  const { access_token, refresh_token, id_token } = grant.tokens
  for (const token of [access_token, refresh_token, id_token]) if (token !== undefined) rememberTemporarySecret(token)
  for (const value of [grant.clientSecret, grant.dpopKey?.privateJwk['d']]) if (typeof value === 'string') rememberSecret(value)
}

/** Pure: the scheme for an access token. Undefined if Parley lacks what this kind of token needs. */
export function schemeOf(tokenType: string, hasKey: boolean): 'Bearer' | 'DPoP' | undefined {
  const kind = tokenType.toLowerCase()
  if (kind === 'bearer') return 'Bearer'
  return kind === 'dpop' && hasKey ? 'DPoP' : undefined
}

function kept({ refresh_token, id_token }: TokenSet): Partial<TokenSet> {
  return { ...(refresh_token !== undefined && { refresh_token }), ...(id_token !== undefined && { id_token }) }
}

function expiry({ expires_in }: TokenSet, now: number): { expires?: number } {
  // Some servers send 0 when they mean "not stated".
  return expires_in === undefined || expires_in === 0 ? {} : { expires: now + expires_in * 1000 }
}

function checkedTokens(tokens: TokenSet, hasKey: boolean): TokenSet {
  for (const value of [tokens.access_token, tokens.refresh_token, tokens.id_token]) if (value !== undefined) rememberTemporarySecret(value)
  if (schemeOf(tokens.token_type, hasKey) === undefined) {
    throw new AppError('SIGN_IN_FAILED', { reason: 'oauth.unknownTokenType' }, { said: tokens.token_type })
  }
  // Any other character could end the header and start another one.
  if (!/^[\x21-\x7E]+$/.test(tokens.access_token)) {
    throw new AppError('SIGN_IN_FAILED', { reason: 'oauth.unsendableToken' })
  }
  return tokens
}
