import { parseJson } from '../../../shared/lib/json'
import * as z from 'zod'
import { sanitizeServerText } from '../sanitizeServerText'

/** Pure: the claims of a JSON Web Token, unverified. Empty for anything else. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> {
  const [, payload, signature] = token.split('.')
  if (payload === undefined || signature === undefined) return {}
  const claims = z.record(z.string(), z.unknown()).safeParse(parseJson(Buffer.from(payload, 'base64url').toString('utf8')))
  return claims.success ? claims.data : {}
}

/**
 * The account's name in an ID token: e-mail address, user name or name (OpenID Connect Core, section 5.1). It is unverified, but came over
 * TLS from the token endpoint and is only shown as a label.
 */
export function nameInIdToken(idToken: string | undefined): string | undefined {
  const claims = idToken === undefined ? {} : claimsOf(idToken)
  const named = [claims['email'], claims['preferred_username'], claims['name']].find((claim) => typeof claim === 'string' && claim !== '')
  return typeof named === 'string' ? sanitizeServerText(named) : undefined
}
