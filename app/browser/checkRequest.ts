import type { IncomingMessage } from 'node:http'
import type { Message } from '../../shared/messages/message'

/** Why a request is turned away before anybody looks at what it wants. */
export interface Refusal {
  readonly status: 400 | 403 | 405 | 421
  readonly why: Message
}

/**
 * Pure. Every request, whatever it asks for: a plain path, one Host that is this very address (against DNS rebinding), an Origin that is
 * this very origin where there is one, and nothing that another site had the browser send beside a plain visit.
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

/** How often a header was sent. Node itself shows only the first Host, and some proxies route by the last. */
function count(rawHeaders: readonly string[], name: string): number {
  return rawHeaders.filter((header, index) => index % 2 === 0 && header.toLowerCase() === name).length
}

/** Browsers say who started a request. A visit from a link elsewhere is welcome; scripts, images, forms and frames of others are not. */
function fromElsewhere(headers: IncomingMessage['headers']): boolean {
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return false
  return headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document'
}
