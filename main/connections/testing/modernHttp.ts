import type { CacheHints } from '../../parsing/cacheHints'
import { httpServer, sendResult, sendJson, type Received, type TestServer } from './httpServer'

export interface ModernOptions {
  readonly versions?: readonly string[]
  readonly tools?: readonly Readonly<Record<string, unknown>>[]
  readonly capabilities?: Readonly<Record<string, unknown>>
  /** The cache hints of what the server is and lists. */
  readonly cache?: CacheHints
}

/** A raw server of the 2026 era over HTTP, without any SDK. A test can answer a request itself by returning true. */
export function modernHttp(own: (received: Received) => boolean = () => false, options: ModernOptions = {}): Promise<TestServer> {
  const { versions = ['2026-07-28'], capabilities = { tools: {} }, cache } = options
  const tools = options.tools ?? ['a', 'b'].map((name) => ({ name, inputSchema: { type: 'object' } }))
  return httpServer((received) => {
    const { method, message, response } = received
    if (own(received)) return
    if (method !== 'POST') return void response.writeHead(405).end()
    const { id } = message
    if (id === undefined) return void response.writeHead(202).end()
    const answer = (result: object): void => sendResult(response, id, { resultType: 'complete', ...result })
    switch (message['method']) {
      case 'server/discover':
        return answer({
          supportedVersions: versions,
          capabilities,
          ...hintsOf(cache),
          _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'modern', version: '1' } },
        })
      case 'tools/list':
        return answer({ tools, ...hintsOf(cache) })
      case 'tools/call':
        return answer({ content: [{ type: 'text', text: 'ok' }] })
      default:
        return sendJson(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }, 404)
    }
  })
}

/** The fields in which a server says how long an answer may be kept, and for whom (2026-07-28, caching). */
export function hintsOf({ ttlMs, scope }: CacheHints = {}): object {
  return { ...(ttlMs !== undefined && { ttlMs }), ...(scope !== undefined && { cacheScope: scope }) }
}

/** Returns the methods of the messages that a server received, in order. */
export function methodsOf(server: TestServer): readonly string[] {
  return server.received.flatMap(({ message }) => (typeof message['method'] === 'string' ? [message['method']] : []))
}
