import type { HttpLaunch } from '../../shared/domain/server'
import { looksSecret } from '../../shared/secrets/secretPatterns'

/** Pure: whether the person typed another kind of key, such as `X-Api-Key`. The server may still demand a sign-in as well. */
export function hasSecretHeader({ headers }: Pick<HttpLaunch, 'headers'>): boolean {
  return Object.entries(headers).some(([name, value]) => typeof value !== 'string' || looksSecret(name, value))
}

/** Pure: whether the person typed an Authorization header. Then Parley adds no credentials, and a refusal starts no sign-in. */
export function hasAuthorizationHeader({ headers }: Pick<HttpLaunch, 'headers'>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
}
