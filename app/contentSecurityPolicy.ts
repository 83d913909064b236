import { randomBytes } from 'node:crypto'

/** A fresh nonce for one document. Styles that Radix inserts carry it; nothing else may. */
export function newNonce(): string {
  return randomBytes(18).toString('base64url')
}

/** What a document of Parley may load: its own files, and nothing from anywhere else. `connect` names the socket of the browser shell. */
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
