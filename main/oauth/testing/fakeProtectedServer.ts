import { loopbackServer, type Answered, type Asked, type LoopbackServer } from './loopbackServer'

export interface ProtectedOptions {
  /** Where it says that one signs in. */
  readonly issuers: () => readonly string[]
  /** Whether a token is good. */
  readonly accepts: (token: string) => boolean
  /** What its description says beside. */
  readonly description?: Readonly<Record<string, unknown>>
  /** Behind `Bearer resource_metadata="…"`: `, scope="files:read"`. */
  readonly challenge?: string
  readonly instead?: (asked: Asked) => Answered | undefined
}

export interface ProtectedServer extends LoopbackServer {
  /** Of the MCP endpoint. */
  readonly url: string
  /** What was presented there, in order. */
  readonly presented: () => readonly (string | undefined)[]
}

/** A stand-in for a server that wants to know who calls: it answers "ok" to a good token, and says where to sign in otherwise. For tests only. */
export async function fakeProtectedServer(options: ProtectedOptions): Promise<ProtectedServer> {
  const server = await loopbackServer((asked) => options.instead?.(asked) ?? answer(asked))
  const answer = ({ path, headers }: Asked): Answered => {
    if (path.startsWith('/.well-known/oauth-protected-resource')) {
      const body = { resource: `${server.origin}/mcp`, authorization_servers: options.issuers(), ...options.description }
      return path.endsWith('/mcp') ? { status: 200, body } : { status: 404 }
    }
    if (path !== '/mcp') return { status: 404 }
    const [, token = ''] = /^(?:Bearer|DPoP) (.+)$/.exec(headers.authorization ?? '') ?? []
    if (options.accepts(token)) return { status: 200, body: 'ok' }
    const metadata = `${server.origin}/.well-known/oauth-protected-resource/mcp`
    return { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${metadata}"${options.challenge ?? ''}` } }
  }
  return {
    ...server,
    url: `${server.origin}/mcp`,
    presented: () => server.asked.filter(({ path }) => path === '/mcp').map(({ headers }) => headers.authorization),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
