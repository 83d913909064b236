import { randomBytes } from 'node:crypto'

/** Creates a fresh nonce for one document. Only styles that Radix inserts use it. */
export function newNonce(): string {
  return randomBytes(18).toString('base64url')
}

/**
 * Returns the content security policy of Parley's documents: they load only Parley's own files. `connect` names the socket of the browser
 * shell.
 */
export function contentSecurityPolicy(nonce: string, connect: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
