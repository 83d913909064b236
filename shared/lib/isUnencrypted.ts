import { isLoopbackHost } from './isLoopbackHost'

/**
 * Pure: whether anybody on the way can read and change what goes to an address: plain HTTP to another computer. @param url as `URL` parses
 * it; nothing that cannot be parsed is unencrypted.
 */
export function isUnencrypted(url: { readonly protocol: string; readonly hostname: string } | null): boolean {
  return url?.protocol === 'http:' && !isLoopbackHost(url.hostname)
}
