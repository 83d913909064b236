import { createServer, request as askPlain, type IncomingMessage } from 'node:http'
import { request as askEncrypted } from 'node:https'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { LetOut } from '../lib/letOut'
import { log } from '../lib/log'
import { isLocalName, isLoopbackName } from './checkFetchTarget'
import { classifyAddress } from './classifyAddress'
import type { ProxyFor } from './envProxy'
import { pinnedLookup, type ResolveHost } from './pinnedLookup'
import { throughSocks } from './throughSocks'

export interface FilteringProxyOptions {
  /** Decides about a host and a port. Asked at the beginning of each connection, and again by `recheck`. */
  readonly letOut: (host: string, port: number) => LetOut
  /** The computer's own proxy for an address. */
  readonly proxyFor: ProxyFor
  /** Stands in for the lookup of names. */
  readonly resolve?: ResolveHost
}

export interface FilteringProxy extends AsyncDisposable {
  readonly port: number
  /** Connections that were refused, as `HOST:PORT`, the latest last: at most a hundred. */
  readonly refused: readonly string[]
  /** Ends the connections that may not be any more. */
  readonly recheck: () => void
}

/** A name, and no address of a network: those are let out by nobody. */
const AUTHORITY = /^([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,30}):(\d{1,5})$/
const MOST_NAME = 253
const OPENS_WITHIN_MS = 30_000
const REFUSED_KEPT = 100

/**
 * The only way out of a browser that is told to use it: a proxy on this computer that opens encrypted connections to hosts that are let out, by the
 * computer's own proxy where it has one, and refuses everything else. Names are looked up here and not by the browser.
 * @throws when no port of 127.0.0.1 can be had
 */
export async function openFilteringProxy({ letOut, proxyFor, resolve }: FilteringProxyOptions): Promise<FilteringProxy> {
  const refused: string[] = []
  const sockets = new Set<Duplex>()
  const tunnels = new Map<Duplex, { readonly host: string; readonly port: number }>()
  const keep = (socket: Duplex): void => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
  }
  const refuse = (socket: Duplex, authority: string, status: string): void => {
    refused.push(authority.slice(0, 300))
    if (refused.length > REFUSED_KEPT) refused.shift()
    socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
  }

  const tunnel = async (authority: string, socket: Duplex): Promise<void> => {
    const [, host = '', digits] = AUTHORITY.exec(authority.toLowerCase()) ?? []
    const port = Number(digits)
    const verdict = host === '' || host.length > MOST_NAME || isLoopbackName(host) || classifyAddress(host) ? 'refused' : letOut(host, port)
    if (verdict === 'refused') return refuse(socket, authority, '403 Forbidden')
    try {
      const way = await open({ host, port, verdict, proxyFor, ...(resolve && { resolve }) })
      keep(way)
      // It may have been taken back, or given up, meanwhile.
      if (socket.destroyed || letOut(host, port) === 'refused') {
        way.destroy()
        return void socket.destroy()
      }
      tunnels.set(socket, { host, port })
      socket.on('close', () => tunnels.delete(socket) && way.destroy())
      way.on('close', () => socket.destroy())
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      way.pipe(socket).pipe(way)
    } catch (thrown) {
      log('info', 'A host that an app may reach was not reached', { host, error: thrown })
      refuse(socket, authority, '502 Bad Gateway')
    }
  }

  // Nothing is let out unencrypted.
  const server = createServer(({ url = '', headers }, response) => {
    refused.push(`${headers.host ?? url}`.slice(0, 300))
    response.writeHead(403, { Connection: 'close' }).end()
  })
  server.on('connection', keep)
  server.on('connect', ({ url = '' }: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (head.length > 0) socket.unshift(head)
    void tunnel(url, socket)
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done))
  server.on('error', (thrown) => log('warn', 'The proxy of the windows had an error', { error: thrown }))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port')
  return {
    port: address.port,
    refused,
    recheck: () => {
      for (const [socket, { host, port }] of tunnels) if (letOut(host, port) === 'refused') socket.destroy()
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

interface Way extends Pick<FilteringProxyOptions, 'proxyFor' | 'resolve'> {
  readonly host: string
  readonly port: number
  readonly verdict: Exclude<LetOut, 'refused'>
}

/** Opens the way to a host. @throws when there is none, or it leads to where it may not */
async function open({ host, port, verdict, proxyFor, resolve }: Way): Promise<Duplex> {
  // The computer's proxy may know such names, so that no look at their addresses helps.
  if (verdict === 'public' && isLocalName(host)) throw new Error(`${host} is a name of a network, and not of the internet`)
  const proxy = await proxyFor(new URL(`https://${host}:${port}/`))
  if (proxy !== undefined) {
    const url = new URL(proxy)
    return url.protocol === 'socks5:' ? throughSocks(url, { host, port, withinMs: OPENS_WITHIN_MS }) : throughProxy(url, `${host}:${port}`)
  }
  const check = (address: string): void => {
    const reach = classifyAddress(address)
    // A name that leads to this computer or its link would let an app speak with what listens there.
    if (reach !== 'public' && !(reach === 'private' && verdict === 'named')) throw new Error(`${host} leads to ${address}`)
  }
  const socket = connect({ host, port, lookup: pinnedLookup(check, resolve) })
  return new Promise((done, fail) => {
    socket.setTimeout(OPENS_WITHIN_MS, () => socket.destroy(new Error(`${host} does not answer`)))
    socket.once('error', fail).once('connect', () => {
      socket.setTimeout(0)
      done(socket)
    })
  })
}

function throughProxy(proxy: URL, authority: string): Promise<Duplex> {
  const ask = proxy.protocol === 'http:' ? askPlain : proxy.protocol === 'https:' ? askEncrypted : undefined
  if (!ask) throw new Error(`A proxy of the kind ${proxy.protocol} cannot be used for apps`)
  const credentials = [proxy.username, proxy.password].map(decodeURIComponent).join(':')
  const headers = { Host: authority, ...(credentials !== ':' && { 'Proxy-Authorization': `Basic ${btoa(credentials)}` }) }
  return new Promise((done, fail) => {
    const request = ask(proxy, { method: 'CONNECT', path: authority, headers, agent: false, timeout: OPENS_WITHIN_MS })
    request.once('timeout', () => request.destroy(new Error('The proxy of this computer does not answer')))
    request.once('error', fail)
    request.once('connect', ({ statusCode = 0 }, socket, head) => {
      if (statusCode !== 200) {
        socket.destroy()
        return fail(new Error(`The proxy of this computer answered ${statusCode}`))
      }
      socket.setTimeout(0)
      if (head.length > 0) socket.unshift(head)
      done(socket)
    })
    request.once('response', ({ statusCode }) => fail(new Error(`The proxy of this computer answered ${statusCode ?? 0}`)))
    request.end()
  })
}
