import type { HttpLaunch } from '../../shared/domain/server'
import { looksSecret } from '../../shared/domain/secretPatterns'

/** Pure: whether the person typed a key of another kind, such as `X-Api-Key`. A server that takes it may still want a sign-in beside. */
export function hasSecretHeader({ headers }: Pick<HttpLaunch, 'headers'>): boolean {
  return Object.entries(headers).some(([name, value]) => typeof value !== 'string' || looksSecret(name, value))
}

/** Pure: whether the person typed what proves them to the server. Then nothing else does, and a refusal starts no sign-in. */
export function hasAuthorizationHeader({ headers }: Pick<HttpLaunch, 'headers'>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
}
