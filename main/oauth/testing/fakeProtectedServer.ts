import { loopbackServer, type Answered, type Asked, type LoopbackServer } from './loopbackServer'

export interface ProtectedOptions {
  /** The authorization servers that its metadata names. */
  readonly issuers: () => readonly string[]
  /** Whether a token is valid. */
  readonly accepts: (token: string) => boolean
  /** Additions to its metadata. */
  readonly description?: Readonly<Record<string, unknown>>
  /** Appended to `Bearer resource_metadata="…"`, for example `, scope="files:read"`. */
  readonly challenge?: string
  readonly instead?: (asked: Asked) => Answered | undefined
}

export interface ProtectedServer extends LoopbackServer {
  /** Address of the MCP endpoint. */
  readonly url: string
  /** The credentials of each request, in order. */
  readonly presented: () => readonly (string | undefined)[]
}

/** A fake server that requires a token. It answers "ok" to a valid token, and otherwise says where to sign in. For tests only. */
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
