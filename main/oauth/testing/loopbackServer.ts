import { createServer, type IncomingHttpHeaders } from 'node:http'

export interface Asked {
  readonly method: string
  readonly url: URL
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Fields of a form; empty otherwise. */
  readonly form: Readonly<Record<string, string>>
  readonly body: string
}

export interface Answered {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, unless it is text. */
  readonly body?: unknown
}

export interface LoopbackServer extends AsyncDisposable {
  readonly origin: string
  readonly asked: readonly Asked[]
}

/** An HTTP server on 127.0.0.1 for tests. It sends what `answer` returns, and breaks the connection if `answer` throws. */
export async function loopbackServer(answer: (asked: Asked) => Answered | Promise<Answered>): Promise<LoopbackServer> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', origin)
      const body = Buffer.concat(chunks).toString()
      const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
      const form = isForm ? Object.fromEntries(new URLSearchParams(body)) : {}
      const one: Asked = { method: request.method ?? '', url, path: url.pathname, headers: request.headers, form, body }
      asked.push(one)
      Promise.resolve(one)
        .then(answer)
        .then(
          ({ status, headers, body: said }) => {
            response.writeHead(status, { 'content-type': 'application/json', ...headers })
            response.end(said === undefined ? '' : typeof said === 'string' ? said : JSON.stringify(said))
          },
          () => request.socket.destroy(),
        )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    origin,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
