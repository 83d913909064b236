import { protocol, session } from 'electron'
import { contentSecurityPolicy, newNonce } from '../contentSecurityPolicy'
import type { RendererFiles } from '../rendererFiles'
import { FRAME_SCHEME, SCHEME } from './pageOrigin'
import { isOwnAddress } from './trustedSender'

/** Registers the schemes of Parley's page and of confined frames. Must run before Electron is ready. */
export function registerSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
    // Each host of this scheme is an origin of its own.
    { scheme: FRAME_SCHEME, privileges: { standard: true, secure: true } },
  ])
}

/** Serves the page under app://parley/, each document with a fresh nonce. Nothing else exists under this scheme. */
export function serveScheme(files: RendererFiles): void {
  session.defaultSession.protocol.handle(SCHEME, (request) => answer(request, files))
}

async function answer(request: Request, files: RendererFiles): Promise<Response> {
  if (request.method !== 'GET') return refuse(405)
  if (!isOwnAddress(request.url)) return refuse(404)
  const { pathname } = new URL(request.url)
  if (pathname === '/') return document(files)
  const file = files.find(pathname)
  // Chromium requests this file by itself, and would report its absence as an error of the page.
  if (!file && pathname === '/favicon.ico') return new Response(null, { status: 204 })
  if (!file) return refuse(404)
  return new Response(await file.read(), {
    headers: { ...everywhere, 'Content-Security-Policy': nothingLoads, 'Content-Type': file.type },
  })
}

async function document(files: RendererFiles): Promise<Response> {
  const nonce = newNonce()
  return new Response(await files.document(nonce), {
    headers: {
      ...everywhere,
      'Content-Security-Policy': contentSecurityPolicy(nonce, `${FRAME_SCHEME}:`),
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    },
  })
}

const nothingLoads = "default-src 'none'; frame-ancestors 'none'"
const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  // Otherwise Chromium would look up the addresses of hosts that a page only mentions.
  'X-DNS-Prefetch-Control': 'off',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

const refuse = (status: number): Response =>
  new Response(null, { status, headers: { ...everywhere, 'Content-Security-Policy': nothingLoads } })
