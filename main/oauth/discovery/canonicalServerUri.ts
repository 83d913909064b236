import { AppError } from '../../../shared/errors/appError'

/**
 * Pure: the address of a server as one text, by which its tokens are kept and found again: lower-case scheme and host, no default port, no
 * fragment, no bare slash at the end (RFC 8707, section 2; 2026-07-28, authorization, canonical server URI). @throws {AppError} INVALID_INPUT
 */
export function canonicalServerUri(serverUrl: string): string {
  const url = URL.parse(serverUrl)
  if (!url) throw new AppError('INVALID_INPUT', { reason: 'oauth.badServerUrl' })
  url.hash = ''
  url.username = ''
  url.password = ''
  return url.pathname === '/' && url.search === '' ? url.origin : url.href
}
