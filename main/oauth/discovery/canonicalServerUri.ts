import { AppError } from '../../../shared/errors/appError'

/**
 * Pure: the canonical address of a server, which is the key of its tokens. Scheme and host are lower case; there is no default port, no
 * fragment and no lone trailing slash (RFC 8707, section 2; MCP 2026-07-28, authorization, canonical server URI).
 * @throws {AppError} INVALID_INPUT
 */
export function canonicalServerUri(serverUrl: string): string {
  const url = URL.parse(serverUrl)
  if (!url) throw new AppError('INVALID_INPUT', { reason: 'oauth.badServerUrl' })
  url.hash = ''
  url.username = ''
  url.password = ''
  return url.pathname === '/' && url.search === '' ? url.origin : url.href
}
