import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { WebStandardStreamableHTTPServerTransport, type AuthInfo, type Server } from '@modelcontextprotocol/server'

type Handle = (request: Request) => Promise<Response>

/** The caller, when the server knows it. */
interface Caller {
  readonly authInfo?: AuthInfo
}
type HandleFor = (request: Request, caller?: Caller) => Promise<Response>

/** Listens on loopback and prints the server's URL as the first line of stdout. The test that started the server reads it there. */
export async function listen(port: number, handle: Handle): Promise<void> {
  const http = createServer(webHandler(handle))
  http.listen(port, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  process.stdout.write(`http://127.0.0.1:${address.port}/mcp\n`)
}

/** Adapts a handler of web requests and responses to Node's HTTP server. */
export function webHandler(handle: Handle): RequestListener {
  return (request, response) => {
    serve(handle, request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))))
  }
}

/** Adds sessions of the 2025 era: one server and one transport for each client that initializes. */
export function withSessions(build: () => Pick<Server, 'connect'>): HandleFor {
  const transports = new Map<string, WebStandardStreamableHTTPServerTransport>()
  return async (request, caller) => {
    const known = transports.get(request.headers.get('mcp-session-id') ?? '')
    if (known) return known.handleRequest(request, caller)
    if (request.headers.has('mcp-session-id')) return new Response('No such session', { status: 404 })
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void transports.set(id, transport),
    })
    await build().connect(transport)
    return transport.handleRequest(request, caller)
  }
}

async function serve(handle: Handle, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const left = new AbortController()
  response.on('close', () => left.abort())
  const url = `http://${request.headers.host ?? '127.0.0.1'}${request.url ?? '/'}`
  const hasBody = request.method === 'POST'
  const answer = await handle(
    new Request(url, {
      method: request.method ?? 'GET',
      headers: headersOf(request),
      signal: left.signal,
      ...(hasBody && { body: Readable.toWeb(request) as ReadableStream<Uint8Array>, duplex: 'half' }),
    }),
  )
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.flushHeaders()
  if (!answer.body) return void response.end()
  for await (const chunk of answer.body) response.write(chunk)
  response.end()
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, Array.isArray(value) ? value.join(', ') : (value ?? ''))
  return headers
}
