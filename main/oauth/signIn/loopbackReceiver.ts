import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Translator } from '../../../shared/messages/translator'
import { AppError } from '../../../shared/errors/appError'
import { log } from '../../lib/log'
import { callbackHeaders, callbackPage, type CallbackOutcome } from './callbackPage'

const PATH = '/callback'
const ADDRESS_BYTES = 8 * 1024
/** What other programs on 127.0.0.1 left in the browser as cookies comes along. */
const HEAD_BYTES = 16 * 1024
const HEAD_MS = 5_000

export interface ReceiverOptions {
  /** Is given the query of each visit that could be the one, and says how it ended. */
  readonly take: (query: string) => Promise<CallbackOutcome>
  /** For the page that the browser is shown. */
  readonly translator: () => Promise<Translator>
  /** How long a browser may take to send its request, in milliseconds. */
  readonly headMs?: number
}

/**
 * Waits on this computer for one browser to come back from a sign-in (RFC 8252, section 7.3): on 127.0.0.1 only, on a port that is free,
 * until one visit was the right one. Whatever else knocks is turned away, and does not end the wait.
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

  /** Begins to listen. @throws {AppError} CONFLICT when nothing can listen */
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

  /** Answers that are being written are finished; nothing new is heard. */
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

  /** Only a plain visit to exactly the address that was given out, by that name (against DNS rebinding). */
  #queryOf({ method, url = '', headers, rawHeaders }: IncomingMessage): string | undefined {
    const hosts = rawHeaders.filter((header, index) => index % 2 === 0 && header.toLowerCase() === 'host')
    if (method !== 'GET' || hosts.length !== 1 || headers.host !== new URL(this.redirectUri).host) return undefined
    if (url.length > ADDRESS_BYTES || looksAhead(headers)) return undefined
    return url.startsWith(`${PATH}?`) ? url.slice(PATH.length + 1) : undefined
  }
}

/** A browser that loads ahead of the person must not use the answer up. */
export function looksAhead(headers: IncomingHttpHeaders): boolean {
  return /prefetch|prerender/.test(String(headers['sec-purpose'] ?? ''))
}

function send(response: ServerResponse, { html, csp, status }: ReturnType<typeof callbackPage>): void {
  response.writeHead(status, { ...callbackHeaders, 'Content-Security-Policy': csp, Connection: 'close' }).end(html)
}
