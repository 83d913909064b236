import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import type { PageSession } from '../../main/rpc/pageSession'
import type { Publication, SocketToPage } from '../../shared/rpc/wire'
import { readSocketMessage } from '../wireMessages'
import { checkRequest } from './checkRequest'
import type { PageCookies } from './pageCookies'

const MB = 1024 * 1024

/** The limits of the sockets. A test uses smaller ones. */
export const socketLimits = {
  messageBytes: 16 * MB,
  /** A page that reads too slowly is disconnected. It reconnects and asks for a snapshot. */
  unreadBytes: 64 * MB,
  pages: 32,
  pingMs: 30_000,
}

export interface WebSocketServerDeps {
  readonly server: Server
  readonly port: number
  readonly cookies: PageCookies
  /** Opens the session of a page. Until it is there, nothing is read from the page. */
  readonly openSession: (publish: (publication: Publication) => void) => PageSession | Promise<PageSession>
  readonly limits?: typeof socketLimits
}

/** Serves one session per WebSocket at /ws. A connection needs both the cookie and this server's own origin. */
export function serveSockets({ server, port, cookies, openSession, limits = socketLimits }: WebSocketServerDeps): { close(): void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.messageBytes, perMessageDeflate: false })
  const pulse = setInterval(() => {
    for (const socket of sockets.clients) keepAlive(socket)
  }, limits.pingMs)

  server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    // The browser may disconnect at any time. Without a listener, that error would end the process.
    connection.on('error', () => connection.destroy())
    const refused = refusal(request)
    if (refused) return void connection.end(`HTTP/1.1 ${refused}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    sockets.handleUpgrade(request, connection, head, (socket) => void attach(socket))
  })

  const refusal = (request: IncomingMessage): string | undefined => {
    const judged = checkRequest(request, port)
    if (judged) return `${judged.status} Refused`
    if (request.headers.origin === undefined || !cookies.knows(request.headers.cookie)) return '403 Forbidden'
    if (request.url !== '/ws') return '404 Not Found'
    return sockets.clients.size >= limits.pages ? '503 Too many pages' : undefined
  }

  const attach = async (socket: WebSocket): Promise<void> => {
    const send = (message: SocketToPage): void => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    }
    alive.add(socket)
    socket.on('pong', () => alive.add(socket))
    // 'close' follows. Causes are a message over the limit, or bytes that are not a WebSocket message.
    socket.on('error', () => socket.terminate())
    const opened = openSession((publication) => {
      if (socket.bufferedAmount > limits.unreadBytes) socket.terminate()
      else send({ channel: 'rpc:publish', publication })
    })
    const session = opened instanceof Promise ? await whileUnread(socket, opened) : opened
    if (!session) return
    socket.on('close', () => session.close())
    socket.on('message', (data, isBinary) => {
      const message = isBinary ? undefined : readSocketMessage(textOf(data))
      if (!message) return socket.close(1008, 'Not a message of Parley')
      if (message.channel === 'rpc:cancel') return session.cancel(message.id)
      const { id } = message.request
      void session.call(message.request).then((reply) => send({ channel: 'rpc:call', id, reply }))
    })
  }

  const alive = new WeakSet<WebSocket>()
  const keepAlive = (socket: WebSocket): void => {
    if (!alive.has(socket)) return socket.terminate()
    alive.delete(socket)
    socket.ping()
  }

  return {
    close: () => {
      clearInterval(pulse)
      for (const socket of sockets.clients) socket.close(1001, 'Parley quits')
      sockets.close()
    },
  }
}

/** Reads nothing from a page until its session is there. Returns undefined when there is none, or the page has gone meanwhile. */
async function whileUnread(socket: WebSocket, opened: Promise<PageSession>): Promise<PageSession | undefined> {
  socket.pause()
  try {
    const session = await opened
    if (socket.readyState === WebSocket.OPEN) return session
    session.close()
  } catch {
    // Who opens sessions reports why there is none.
    socket.close(1013, 'Parley could not start')
  } finally {
    socket.resume()
  }
  return undefined
}

function textOf(data: Buffer | ArrayBuffer | Buffer[]): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString()
}
