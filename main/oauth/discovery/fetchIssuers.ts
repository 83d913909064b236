import { discoverOAuthProtectedResourceMetadata, type FetchLike } from '@modelcontextprotocol/client'
import { AppError } from '../../../shared/errors/appError'
import { log } from '../../lib/log'
import type { Challenge } from './wwwAuthenticate'
import { namedIssuers } from './chooseIssuer'

/**
 * The authorization servers that a server names right now (RFC 9728), using the metadata address from its refusal. Empty if the server has
 * no metadata, which says nothing about where to sign in.
 */
export async function fetchIssuers(serverUrl: string, { resourceMetadataUrl }: Challenge, fetchFn: FetchLike): Promise<readonly string[]> {
  try {
    const where = resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }
    const described = await discoverOAuthProtectedResourceMetadata(serverUrl, where, fetchFn)
    return namedIssuers(described.authorization_servers)
  } catch (thrown) {
    log('info', 'A server does not describe itself just now', { error: AppError.from(thrown) })
    return []
  }
}
