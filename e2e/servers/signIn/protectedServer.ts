import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  buildOAuthProtectedResourceMetadata,
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  McpServer,
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
  requireScopes,
  type AuthInfo,
  type CallToolResult,
  type OAuthMetadata,
} from '@modelcontextprotocol/server'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { webHandler, withSessions } from '../lib/serveHttp.ts'
import { resourceClient, type AuthorizationServer } from './authorizationServer.ts'

export type Era = '2025' | '2026'

/** One authorized tool call: its caller and its token. */
export interface ServedCall {
  readonly tool: string
  readonly person: string
  readonly token: string
}

interface About {
  readonly active?: boolean
  readonly client_id?: string
  readonly sub?: string
  readonly scope?: string
  readonly exp?: number
  readonly aud?: string
}

const READ = 'notes:read'
const WRITE = 'notes:write'

/** A real MCP server that requires a token from its authorization server. Its notes also require the right to write them. */
export class ProtectedServer implements AsyncDisposable {
  readonly url: string
  readonly calls: ServedCall[] = []
  /** Every `Authorization` header of any request. */
  readonly presented = new Set<string>()
  /** How many times it answered 401, and how many times 403. */
  refused = 0
  tooFewRights = 0
  readonly #http: HttpServer
  readonly #authorizationServer: AuthorizationServer

  private constructor(http: HttpServer, authorizationServer: AuthorizationServer, era: Era) {
    const { port } = http.address() as AddressInfo
    this.url = `http://127.0.0.1:${port}/mcp`
    this.#http = http
    this.#authorizationServer = authorizationServer
    authorizationServer.protect(this.url, [READ, WRITE])
    const build = (): McpServer => this.#build()
    const serve = era === '2025' ? withSessions(build) : createMcpHandler(build, { legacy: 'reject' }).fetch
    http.on('request', webHandler(this.#guarded(serve)))
  }

  static async start(authorizationServer: AuthorizationServer, era: Era = '2025'): Promise<ProtectedServer> {
    // The tokens are for this address, so the server needs it first.
    const http = createServer().listen(0, '127.0.0.1')
    await once(http, 'listening')
    return new ProtectedServer(http, authorizationServer, era)
  }

  /** Returns the callers of `whoami`, in order. */
  people(): readonly string[] {
    return this.calls.map(({ person }) => person)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#http, 'close')
    this.#http.close()
    this.#http.closeAllConnections()
    await closed
  }

  #guarded(serve: (request: Request, caller: { authInfo: AuthInfo }) => Promise<Response>): (request: Request) => Promise<Response> {
    const url = new URL(this.url)
    const resourceMetadataUrl = getOAuthProtectedResourceMetadataUrl(url)
    const gate = requireBearerAuth({
      verifier: { verifyAccessToken: (token) => this.#verify(token) },
      expectedResource: url,
      requiredScopes: [READ],
      resourceMetadataUrl,
    })
    return async (request) => {
      if (request.url === resourceMetadataUrl) return this.#metadata(url)
      if (new URL(request.url).pathname !== url.pathname) return new Response('Nothing is here', { status: 404 })
      const header = request.headers.get('authorization')
      if (header !== null) this.presented.add(header)
      const authInfo = await gate(request)
      const answer = authInfo instanceof Response ? authInfo : await serve(request, { authInfo })
      if (answer.status === 401) this.refused++
      if (answer.status === 403) this.tooFewRights++
      return answer
    }
  }

  async #metadata(resourceServerUrl: URL): Promise<Response> {
    const { issuer } = this.#authorizationServer
    const answer = await fetch(`${issuer}/.well-known/oauth-authorization-server`)
    const oauthMetadata = (await answer.json()) as OAuthMetadata
    return Response.json(
      buildOAuthProtectedResourceMetadata({ oauthMetadata, resourceServerUrl, scopesSupported: [READ, WRITE], resourceName: 'Notes' }),
    )
  }

  async #verify(token: string): Promise<AuthInfo> {
    const about = token.split('.').length === 3 ? await this.#read(token) : await this.#askAbout(token)
    if (about.active !== true || about.aud === undefined)
      throw new OAuthError(OAuthErrorCode.InvalidToken, 'This token is not good, or no longer')
    const { client_id: clientId = '', scope = '', exp = 0, aud, sub } = about
    return { token, clientId, scopes: scope.split(' '), expiresAt: exp, resource: new URL(aud), extra: { person: sub ?? clientId } }
  }

  /** RFC 9068: the token itself contains its rights. */
  async #read(token: string): Promise<About> {
    const { issuer } = this.#authorizationServer
    const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`))
    try {
      const { payload } = await jwtVerify<About>(token, keys, { issuer, audience: this.url })
      return { ...payload, aud: this.url, active: true }
    } catch (error) {
      if (error instanceof errors.JOSEError) return {}
      throw error
    }
  }

  /** RFC 7662: asks the authorization server about the token's rights. */
  async #askAbout(token: string): Promise<About> {
    const answer = await fetch(`${this.#authorizationServer.issuer}/token/introspection`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${resourceClient.id}:${resourceClient.secret}`)}` },
      body: new URLSearchParams({ token }),
    })
    return (await answer.json()) as About
  }

  #build(): McpServer {
    const server = new McpServer({ name: 'notes', version: '1.0.0' })
    server.registerTool('whoami', { description: 'Says who calls' }, ({ http }) => this.#served('whoami', http?.authInfo))
    server.registerTool('write_note', { description: 'Writes a note, for whoever may', scopeChallenge: requireScopes(WRITE) }, ({ http }) =>
      this.#served('write_note', http?.authInfo),
    )
    return server
  }

  #served(tool: string, authInfo: AuthInfo | undefined): CallToolResult {
    const person = String(authInfo?.extra?.['person'])
    this.calls.push({ tool, person, token: authInfo?.token ?? '' })
    return { content: [{ type: 'text', text: `${tool}: you are ${person}, with ${authInfo?.scopes.join(' and ')}` }] }
  }
}
