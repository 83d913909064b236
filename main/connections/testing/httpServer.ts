import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Launch } from '../../../shared/domain/server'
import { isRecord } from '../../../shared/lib/json'

/** One request that a test server received. */
export interface Received {
  readonly method: string
  readonly headers: IncomingMessage['headers']
  readonly message: Readonly<Record<string, unknown>>
  /** The raw body. */
  readonly text: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

export interface TestServer extends AsyncDisposable {
  readonly url: string
  readonly launch: Launch
  readonly received: readonly Received[]
}

/** An HTTP server on loopback. The test writes every answer itself. */
export async function httpServer(answer: (received: Received) => void | Promise<void>, port = 0): Promise<TestServer> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const parsed: unknown = text === '' ? {} : JSON.parse(text)
      const message = isRecord(parsed) ? parsed : {}
      const one = { method: request.method ?? '', headers: request.headers, message, text, request, response }
      received.push(one)
      void answer(one)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/mcp`
  return {
    url,
    launch: { kind: 'http', url, headers: {}, transport: 'auto' },
    received,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function sendJson(response: ServerResponse, body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

export function sendResult(response: ServerResponse, id: unknown, result: unknown, headers: Readonly<Record<string, string>> = {}): void {
  sendJson(response, { jsonrpc: '2.0', id, result }, 200, headers)
}

export function startEvents(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
}

export function sendEvent(response: ServerResponse, message: unknown, id?: string): void {
  response.write(`event: message\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`)
}

/** Sends progress for a call. A test that sees this progress knows that the stream was read up to here. */
export function sendProgress(response: ServerResponse, call: Received['message']): void {
  const meta = isRecord(call['params']) ? call['params']['_meta'] : undefined
  const progressToken = isRecord(meta) ? meta['progressToken'] : undefined
  sendEvent(response, { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1 } })
}

/** Handles the calls of one tool with the test's own answer. All other requests get the usual answers. */
export const answeringCalls =
  (tool: string, answer: (received: Received) => void) =>
  (received: Received): boolean => {
    const { method, params } = received.message
    if (method !== 'tools/call' || !JSON.stringify(params).includes(`"name":"${tool}"`)) return false
    answer(received)
    return true
  }

/** A well-behaved server of the 2025 era. A test can answer a request itself by returning true. */
export function legacyServer(own: (received: Received) => boolean, session?: string): Promise<TestServer> {
  return httpServer((received) => {
    const { method, message, response } = received
    if (own(received)) return
    if (method !== 'POST') return void response.writeHead(405).end()
    const { id } = message
    if (id === undefined) return void response.writeHead(202).end()
    if (message['method'] === 'initialize') {
      const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'legacy', version: '1' } }
      return sendResult(response, id, result, session === undefined ? {} : { 'mcp-session-id': session })
    }
    if (message['method'] === 'tools/list') {
      return sendResult(response, id, { tools: ['a', 'b'].map((name) => ({ name, inputSchema: { type: 'object' } })) })
    }
    if (message['method'] === 'tools/call') return sendResult(response, id, { content: [{ type: 'text', text: 'ok' }] })
    sendJson(
      response,
      { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } },
      message['method'] === 'server/discover' ? 400 : 200,
    )
  })
}

/** Serves a fetch handler, such as that of `createMcpHandler`. */
export async function fetchServer(handle: (request: Request) => Promise<Response>): Promise<TestServer> {
  return httpServer(async ({ method, headers, message, response, request }) => {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const answer = await handle(
      new Request(`http://127.0.0.1${request.url ?? '/'}`, {
        method,
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
        ...(method === 'POST' && { body: JSON.stringify(message) }),
        signal: gone.signal,
      }),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.flushHeaders()
    if (answer.body) for await (const chunk of answer.body) response.write(chunk)
    response.end()
  })
}
