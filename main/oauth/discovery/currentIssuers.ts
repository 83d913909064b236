import { discoverOAuthProtectedResourceMetadata, type FetchLike } from '@modelcontextprotocol/client'
import { AppError } from '../../../shared/errors/appError'
import { log } from '../../lib/log'
import type { Challenge } from './wwwAuthenticate'
import { namedIssuers } from './chooseIssuer'

/**
 * The authorization servers that a server names at this moment (RFC 9728), looked up where its refusal says. None where it does not
 * describe itself: that says nothing about where to sign in.
 */
export async function currentIssuers(
  serverUrl: string,
  { resourceMetadataUrl }: Challenge,
  fetchFn: FetchLike,
): Promise<readonly string[]> {
  try {
    const where = resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }
    const described = await discoverOAuthProtectedResourceMetadata(serverUrl, where, fetchFn)
    return namedIssuers(described.authorization_servers)
  } catch (thrown) {
    log('info', 'A server does not describe itself just now', { error: AppError.from(thrown) })
    return []
  }
}
