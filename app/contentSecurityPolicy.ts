import { randomBytes } from 'node:crypto'

/** Creates a fresh nonce for one document. Only styles that Radix inserts use it. */
export function newNonce(): string {
  return randomBytes(18).toString('base64url')
}

/**
 * Returns the content security policy of Parley's documents: they load only Parley's own files. `connect` names the socket of the browser
 * shell, `frames` the origins of confined frames, which are never the page's own.
 */
export function contentSecurityPolicy(nonce: string, frames: string, connect: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    `frame-src ${frames}`,
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Returns the permissions policy of a page that hands some features on to confined frames, each to those whose iframe names it. Chromium
 * hands nothing on that the page itself does not have.
 * @param frames The source of confined frames.
 */
export function pagePermissions(frames: string): string {
  return ['camera', 'microphone', 'geolocation'].map((feature) => `${feature}=(self "${frames}")`).join(', ') + ', payment=(), usb=()'
}
