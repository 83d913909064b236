import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** One request as it came. */
export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface WebServer extends AsyncDisposable {
  readonly port: number
  readonly asked: readonly Asked[]
  /** The number of connections, including those without a request. */
  readonly connections: number
}

/** The certificate authority of `tlsServer`. The certificate is for parley.test, its subdomains, localhost and 127.0.0.1. */
export const authorityFile = join(import.meta.dirname, 'tls', 'ca.pem')

/** A server on 127.0.0.1 whose answers the test writes. */
export async function webServer(answer: (asked: Asked, response: ServerResponse) => void): Promise<WebServer> {
  return listening(createServer(), answer)
}

/** The same server with TLS and a certificate of an unknown authority. */
export async function tlsServer(answer: (asked: Asked, response: ServerResponse) => void): Promise<WebServer> {
  const read = (name: string): string => readFileSync(join(import.meta.dirname, 'tls', name), 'utf8')
  return listening(createTlsServer({ cert: read('server.pem'), key: read('server.key') }), answer)
}

/** Answers with JSON. */
export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Listens on a free port, and returns it. */
export async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function listening(
  server: ReturnType<typeof createServer>,
  answer: (asked: Asked, response: ServerResponse) => void,
): Promise<WebServer> {
  const asked: Asked[] = []
  let connections = 0
  server.on('connection', () => connections++)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    void text(request).then((body) => {
      const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
      asked.push(one)
      answer(one, response)
    })
  })
  const port = await portOf(server)
  return {
    port,
    asked,
    get connections() {
      return connections
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
