import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { once } from 'node:events'
import { AppError } from '../../shared/errors/appError'
import { english, type Translator } from '../../shared/i18n/translator'
import { log } from '../../main/lib/log'
import { createServer } from '../../main/lib/nodeHttp'
import type { StandalonePage } from '../../main/lib/standalonePage'
import { callbackPage, type CallbackOutcome } from '../../main/oauth/signIn/callbackPage'
import { isPrefetch } from '../../main/oauth/signIn/loopbackReceiver'
import { contentSecurityPolicy, newNonce, pagePermissions } from '../contentSecurityPolicy'
import type { RendererFiles } from '../rendererFiles'
import { checkRequest } from './checkRequest'
import type { FirstPage } from './firstPage'
import { digest, type OneTimeLinks } from './oneTimeLinks'
import type { PageCookies } from './pageCookies'
import { deadLinkPage, strangerPage, wayOn } from './oneTimeLinkPages'

/** The headers of every answer. A page has its own policy of what it may load. */
const everywhere = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  // Otherwise Chromium would look up the addresses of hosts that a page only mentions.
  'X-DNS-Prefetch-Control': 'off',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

/**
 * Listens on loopback only. Port 0 takes a free one.
 * @throws {AppError} CONFLICT when the port is taken.
 */
export async function listen(port: number): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer({ maxHeaderSize: 16_384, requestTimeout: 30_000, headersTimeout: 10_000 })
  server.maxConnections = 256
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (thrown) {
    throw new AppError('CONFLICT', { reason: 'shell.portTaken', params: { port: String(port) } }, { cause: thrown })
  }
  const address = server.address()
  if (address === null || typeof address === 'string') throw new AppError('INTERNAL', 'The server has no port')
  return { server, port: address.port }
}

export interface PageServerDeps {
  readonly server: Server
  readonly port: number
  readonly files: RendererFiles
  /** The source of confined frames, for the page's content security policy. */
  readonly frames: string
  readonly links: OneTimeLinks
  readonly cookies: PageCookies
  readonly firstPage: FirstPage
  /** The secret in host.json with which a second start can ask for another link. */
  readonly doorSecret: string
  /** Handles the query that a browser brings back from a sign-in. */
  readonly takeCallback: (query: string) => Promise<CallbackOutcome>
  /** @param languages The languages that the browser prefers, best first. */
  readonly translator: (languages: readonly string[]) => Promise<Translator>
  /** Is told the languages of each browser that may see the page. */
  readonly noteLanguages: (languages: readonly string[]) => void
}

/** The path to which browsers return after a sign-in. */
export const callbackPath = '/oauth/callback'

/** Serves the page to browsers that opened a one-time link. Without a cookie, only a fresh link is accepted. */
export function servePage(deps: PageServerDeps): void {
  const { server, port, files, frames, links, cookies, firstPage, doorSecret, takeCallback, translator, noteLanguages } = deps
  const secret = digest(doorSecret)

  const giveLink = (request: IncomingMessage, response: ServerResponse, words: Translator): void => {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (digest(given) !== secret) return sendText(response, 401, words.t('browser.refused.link'))
    const url = `http://127.0.0.1:${port}/?t=${links.issue()}`
    response.writeHead(200, { ...everywhere, 'Cache-Control': 'no-store', 'Content-Type': 'application/json' }).end(JSON.stringify({ url }))
  }
  const letIn = async (request: IncomingMessage, response: ServerResponse, code: string, words: Translator): Promise<void> => {
    // A browser that preloads or previews the link must not use it up.
    if (request.method !== 'GET' || isPrefetch(request.headers)) {
      return sendText(response, 503, words.t('browser.refused.preview'))
    }
    // The page itself, which saves a second navigation. What it loads comes with the cookie, because the page asks for it, not another site.
    if (links.redeem(code)) {
      noteLanguages(languagesOf(request))
      return sendDocument(response, { content: wayOn(words), headers: { 'Set-Cookie': cookies.issue() } })
    }
    if (!cookies.knows(request.headers.cookie)) return sendPage(response, 403, deadLinkPage(words))
    response.writeHead(303, { ...everywhere, 'Cache-Control': 'no-store', Location: '/' }).end()
  }
  // The state in the query grants access, because the browser that signs in may be another one than the browser with the cookie.
  const comeBack = async (request: IncomingMessage, response: ServerResponse, query: string, words: Translator): Promise<void> => {
    const isVisit = request.method === 'GET' && !isPrefetch(request.headers)
    const outcome = isVisit ? await takeCallback(query) : 'unknown'
    const { status, ...page } = callbackPage(outcome, words)
    sendPage(response, status, page)
  }
  const sendFile = async (response: ServerResponse, path: string, words: Translator): Promise<void> => {
    if (path === '/') return sendDocument(response)
    const file = files.find(path)
    // Browsers request this file by themselves, and would report its absence as an error of the page.
    if (!file && path === '/favicon.ico') return void response.writeHead(204, everywhere).end()
    if (!file) return sendText(response, 404, words.t('browser.refused.noFile'))
    const body = await file.read()
    // File names under /assets contain a hash of their content.
    const cache = path.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-cache'
    response.writeHead(200, { ...everywhere, 'Cache-Control': cache, 'Content-Type': file.type }).end(body, () => firstPage.noteFile(path))
  }
  const sendDocument = async (
    response: ServerResponse,
    { content, headers }: { readonly content?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<void> => {
    const nonce = newNonce()
    const csp = contentSecurityPolicy(nonce, frames, [`ws://127.0.0.1:${port}`, `ws://localhost:${port}`])
    const html = await files.document(nonce, content)
    sendPage(response, 200, { html, csp }, { 'Permissions-Policy': pagePermissions(frames), ...headers })
    firstPage.noteDocument(html)
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const words = await translator(languagesOf(request))
    const refusal = checkRequest(request, port)
    if (refusal) return sendText(response, refusal.status, words.message(refusal.why))
    const [path = '/', query = ''] = (request.url ?? '/').split('?', 2)
    if (request.method === 'POST') {
      if (path === '/link' && request.headers.origin === undefined) return giveLink(request, response, words)
      return sendText(response, 405, words.t('browser.refused.method'))
    }
    if (path === callbackPath) return comeBack(request, response, query, words)
    const code = path === '/' ? new URLSearchParams(query).get('t') : null
    if (code !== null) return letIn(request, response, code, words)
    if (!cookies.knows(request.headers.cookie)) return sendPage(response, 401, strangerPage(words))
    if (path === '/') noteLanguages(languagesOf(request))
    await sendFile(response, path, words)
  }

  server.on('request', (request, response) => {
    answer(request, response).catch((thrown: unknown) => {
      log('error', 'A request failed', { error: thrown })
      if (response.headersSent) response.destroy()
      else sendText(response, 500, english.t('browser.failed'))
    })
  })
}

function languagesOf(request: IncomingMessage): readonly string[] {
  return preferredLanguages(request.headers['accept-language'])
}

/** Pure: returns the languages of an Accept-Language header, best first (RFC 9110, section 12.5.4). */
function preferredLanguages(header: string | undefined): readonly string[] {
  const named = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [language = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { language, weight: Number(weight?.slice(2) ?? 1) }
    })
  // A weight of 0 means "not this one".
  return named
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ language }) => language)
}

function sendPage(
  response: ServerResponse,
  status: number,
  { html, csp }: StandalonePage,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, {
      ...everywhere,
      ...headers,
      'Content-Security-Policy': csp,
      'Cache-Control': 'no-store',
      'Content-Type': 'text/html; charset=utf-8',
    })
    .end(html)
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      ...everywhere,
      'Cache-Control': 'no-store',
      'Content-Type': 'text/plain; charset=utf-8',
      // The server does not wait for the rest of a refused request.
      Connection: 'close',
    })
    .end(`${text}\n`)
}
