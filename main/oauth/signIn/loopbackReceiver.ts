import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Translator } from '../../../shared/i18n/translator'
import { AppError } from '../../../shared/errors/appError'
import { log } from '../../lib/log'
import { createServer } from '../../lib/nodeHttp'
import { callbackHeaders, callbackPage, type CallbackOutcome } from './callbackPage'

const PATH = '/callback'
const ADDRESS_BYTES = 8 * 1024
/** Large enough for cookies that other programs on 127.0.0.1 left in the browser. */
const HEAD_BYTES = 16 * 1024
const HEAD_MS = 5_000

export interface ReceiverOptions {
  /** Takes the query of each visit that could be the answer, and returns the outcome. */
  readonly take: (query: string) => Promise<CallbackOutcome>
  /** For the page that the browser shows. */
  readonly translator: () => Promise<Translator>
  /** How long a browser may take to send its request, in milliseconds. */
  readonly headMs?: number
}

/**
 * Waits on this computer for a browser to return from a sign-in (RFC 8252, section 7.3). It listens on a free port of 127.0.0.1 until the
 * right visit arrives. Any other visit is rejected and does not end the wait.
 */
export class LoopbackReceiver implements Disposable {
  readonly redirectUri: string
  readonly #server: Server
  readonly #options: ReceiverOptions

  private constructor(server: Server, redirectUri: string, options: ReceiverOptions) {
    this.#server = server
    this.#options = options
    this.redirectUri = redirectUri
  }

  /** Starts listening. @throws {AppError} CONFLICT if no port can be opened */
  static async open(options: ReceiverOptions): Promise<LoopbackReceiver> {
    const { headMs = HEAD_MS } = options
    const times = { headersTimeout: headMs, requestTimeout: headMs, connectionsCheckingInterval: headMs / 5 }
    const server = createServer({ maxHeaderSize: HEAD_BYTES, ...times })
    server.maxConnections = 16
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true })
    try {
      await once(server, 'listening')
    } catch (thrown) {
      throw new AppError('CONFLICT', { reason: 'oauth.noReceiver' }, { cause: thrown })
    }
    const address = server.address()
    if (address === null || typeof address === 'string') throw new AppError('INTERNAL', { reason: 'oauth.noReceiver' })
    const receiver = new LoopbackReceiver(server, `http://127.0.0.1:${address.port}${PATH}`, options)
    server.on('request', (request, response) => void receiver.#answer(request, response))
    server.unref()
    return receiver
  }

  /** Stops listening. Responses in progress are finished. */
  [Symbol.dispose](): void {
    this.#server.close()
    this.#server.closeIdleConnections()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const translator = await this.#options.translator()
    try {
      const query = this.#queryOf(request)
      const outcome = query === undefined ? 'unknown' : await this.#options.take(query)
      if (outcome !== 'unknown') this[Symbol.dispose]()
      send(response, callbackPage(outcome, translator))
    } catch (thrown) {
      log('error', 'A browser that came back from a sign-in could not be answered', { error: AppError.from(thrown) })
      send(response, callbackPage('failed', translator))
    }
  }

  /** The query of a plain visit to exactly the given address and host name; the host check prevents DNS rebinding. */
  #queryOf({ method, url = '', headers, rawHeaders }: IncomingMessage): string | undefined {
    const hosts = rawHeaders.filter((header, index) => index % 2 === 0 && header.toLowerCase() === 'host')
    if (method !== 'GET' || hosts.length !== 1 || headers.host !== new URL(this.redirectUri).host) return undefined
    if (url.length > ADDRESS_BYTES || isPrefetch(headers)) return undefined
    return url.startsWith(`${PATH}?`) ? url.slice(PATH.length + 1) : undefined
  }
}

/** A prefetching browser must not use up the answer. */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return /prefetch|prerender/.test(String(headers['sec-purpose'] ?? ''))
}

function send(response: ServerResponse, { html, csp, status }: ReturnType<typeof callbackPage>): void {
  response.writeHead(status, { ...callbackHeaders, 'Content-Security-Policy': csp, Connection: 'close' }).end(html)
}
