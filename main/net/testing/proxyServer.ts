import { createServer, request as send } from 'node:http'
import { connect, type Socket } from 'node:net'
import { portOf } from './webServer'

export interface ProxyServer extends AsyncDisposable {
  readonly url: string
  /** The requests it received: `CONNECT as.parley.test:443`, `GET http://…`. */
  readonly asked: readonly string[]
  readonly credentials: readonly string[]
}

/** A working proxy that forwards every host name to the same port on 127.0.0.1. */
export async function proxyServer(options: { readonly refuse?: boolean } = {}): Promise<ProxyServer> {
  const asked: string[] = []
  const credentials: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method ?? ''} ${incoming.url ?? ''}`)
    credentials.push(incoming.headers['proxy-authorization'] ?? '')
    const { pathname, search, port } = new URL(incoming.url ?? '')
    const onward = send(
      { host: '127.0.0.1', port, path: pathname + search, method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        outgoing.flushHeaders()
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  server.on('connection', (socket) => sockets.add(socket))
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url ?? ''}`)
    credentials.push(request.headers['proxy-authorization'] ?? '')
    if (options.refuse) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const onward = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    sockets.add(onward)
    for (const end of [onward, socket]) end.on('error', () => [onward, socket].forEach((other) => other.destroy()))
  })
  const port = await portOf(server)
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    credentials,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
