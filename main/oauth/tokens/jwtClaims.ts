import * as z from 'zod'

/** Pure: the claims of a JSON Web Token, unverified. Empty for anything else. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> {
  const [, payload, signature] = token.split('.')
  if (payload === undefined || signature === undefined) return {}
  const claims = z.record(z.string(), z.unknown()).safeParse(jsonIn(Buffer.from(payload, 'base64url').toString('utf8')))
  return claims.success ? claims.data : {}
}
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Opaque tokens are common and contain no claims.
    return undefined
  }
}
