import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A real HTTP endpoint on this computer. It answers as a test says and records its requests. */
export interface ModelEndpoint extends AsyncDisposable {
  readonly port: number
  readonly baseUrl: string
  readonly requests: readonly { readonly url: string; readonly headers: IncomingMessage['headers'] }[]
}

export async function modelEndpoint(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<ModelEndpoint> {
  const requests: { url: string; headers: IncomingMessage['headers'] }[] = []
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers })
    request.resume()
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Answers every request with this JSON. */
export const says =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
