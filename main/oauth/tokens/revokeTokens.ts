import type { AuthorizationServerMetadata, FetchLike } from '@modelcontextprotocol/client'
import { AppError } from '../../../shared/errors/appError'
import { log } from '../../lib/log'
import { authenticateClient, type ClientAuthentication } from '../clientAuthentication'
import type { Grant } from './grant'

/**
 * Tells the authorization server that the tokens of an account are no longer wanted (RFC 7009): the refresh token first, from which others
 * could be made. True when it was told of each and agreed. It never throws: what was signed out here stays signed out.
 */
export async function revokeTokens(grant: Grant, client: ClientAuthentication, fetchFn: FetchLike, signal: AbortSignal): Promise<boolean> {
  const { refresh_token, access_token } = grant.tokens
  const endpoint = grant.revocationEndpoint
  if (endpoint === undefined) return false
  try {
    const url = new URL(endpoint)
    if (refresh_token !== undefined) await revoke(url, { token: refresh_token, hint: 'refresh_token' }, grant, client, fetchFn, signal)
    await revoke(url, { token: access_token, hint: 'access_token' }, grant, client, fetchFn, signal)
    return true
  } catch (thrown) {
    log('warn', 'An authorization server could not be told that an account was signed out', {
      issuer: grant.issuer,
      error: AppError.from(thrown),
    })
    return false
  }
}

/** Pure: where tokens are given back, where the authorization server says (RFC 8414, section 2). */
export function revocationEndpointOf(metadata: AuthorizationServerMetadata): string | undefined {
  const named: unknown = Reflect.get(metadata, 'revocation_endpoint')
  return typeof named === 'string' ? named : undefined
}

async function revoke(
  url: URL,
  { token, hint }: { readonly token: string; readonly hint: string },
  { issuer }: Grant,
  client: ClientAuthentication,
  fetchFn: FetchLike,
  signal: AbortSignal,
): Promise<void> {
  const params = new URLSearchParams({ token, token_type_hint: hint })
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' })
  await authenticateClient(client, { headers, params, url, issuer })
  const response = await fetchFn(url, { method: 'POST', headers, body: params, redirect: 'manual', signal })
  await response.body?.cancel()
  if (!response.ok)
    throw new AppError('SIGN_IN_FAILED', { reason: 'oauth.revocationFailed', params: { host: url.host, status: String(response.status) } })
}
