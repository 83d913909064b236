import type { FetchLike } from '@modelcontextprotocol/client'
import type { HttpLaunch } from '../../../shared/domain/server'
import { AppError } from '../../../shared/errors/appError'
import type { Challenge } from './wwwAuthenticate'
import type { Grant } from '../tokens/grant'
import { fetchIssuers } from './fetchIssuers'

/**
 * The error for a server that no longer names the authorization server of its tokens; undefined if it still does. Such tokens are no longer
 * used, and the old authorization server is not asked for new ones (MCP 2026-07-28, client registration, authorization server changes).
 */
export async function findIssuerChange(
  server: { readonly id: string; readonly launch: HttpLaunch },
  { grant, challenge }: { readonly grant: Grant; readonly challenge: Challenge },
  fetchFn: FetchLike,
): Promise<AppError | undefined> {
  const named = await fetchIssuers(server.launch.url, challenge, fetchFn)
  if (named.length === 0 || named.includes(grant.issuer)) return undefined
  const place = named.join(', ').slice(0, 200)
  return new AppError('SIGN_IN_REQUIRED', { reason: 'oauth.issuerMoved', params: { server: server.id, place } })
}
