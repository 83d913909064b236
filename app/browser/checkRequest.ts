import type { IncomingMessage } from 'node:http'
import type { Message } from '../../shared/i18n/message'

/** The reason to refuse a request before its content is read. */
export interface Refusal {
  readonly status: 400 | 403 | 405 | 421
  readonly why: Message
}

/**
 * Pure: checks every request. It needs a plain path, exactly one Host that is this server's own address (against DNS rebinding), and, if it
 * has an Origin, this server's own origin. Requests that another site made the browser send are refused, except plain visits.
 */
export function checkRequest(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>,
  port: number,
): Refusal | undefined {
  const { host = '', origin } = request.headers
  if (count(request.rawHeaders, 'host') !== 1 || !ownHosts(port).includes(host)) {
    return { status: 421, why: { id: 'browser.refused.otherHost', params: { port: String(port) } } }
  }
  if (!/^\/(?!\/)/.test(request.url ?? '')) return { status: 400, why: { id: 'browser.refused.noPath' } }
  if (origin !== undefined && origin !== `http://${host}`) return { status: 403, why: { id: 'browser.refused.otherSite' } }
  if (fromElsewhere(request.headers)) return { status: 403, why: { id: 'browser.refused.otherSite' } }
  if (!['GET', 'HEAD', 'POST'].includes(request.method ?? '')) return { status: 405, why: { id: 'browser.refused.method' } }
  return undefined
}

const ownHosts = (port: number): readonly string[] => [`127.0.0.1:${port}`, `localhost:${port}`]

/** Returns how often a header was sent. Node shows only the first Host, but some proxies route by the last one. */
function count(rawHeaders: readonly string[], name: string): number {
  return rawHeaders.filter((header, index) => index % 2 === 0 && header.toLowerCase() === name).length
}

/**
 * Browsers tell which site started a request. A visit through a link on another site is allowed. Scripts, images, forms and frames of other
 * sites are not.
 */
function fromElsewhere(headers: IncomingMessage['headers']): boolean {
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return false
  return headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document'
}
