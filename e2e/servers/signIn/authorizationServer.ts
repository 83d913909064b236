import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errors, Provider, type Client, type OidcContext } from 'oidc-provider'
import { InteractionPages } from './interactionPages.ts'
import { TokenStore } from './tokenStore.ts'

/** The events at the authorization server that specs check. */
export type SignInEvent = 'registered' | 'signedIn' | 'renewed' | 'renewalRefused' | 'machine' | 'revoked'

export interface AuthorizationServerOptions {
  readonly accessTokenSeconds?: number
  /**
   * The lifetime that it reports for access tokens, when shorter than the real one. A client that renews in time is then never refused,
   * however slow.
   */
  readonly saidSeconds?: number
  /** Anyone can read a JSON web token, and nobody can revoke it. For an opaque token, the resource server asks the authorization server. */
  readonly tokens?: 'opaque' | 'jwt'
  readonly registration?: boolean
  /** The client metadata documents that it can fetch, by address. */
  readonly documents?: Readonly<Record<string, object>>
}

/** The client id of the protected server, and the secret with which that server introspects tokens. */
export const resourceClient = { id: 'resource-server', secret: 'known-to-the-resource-server-only' }
/** A client that signs in as itself. */
export const machineClient = { id: 'nightly-report', secret: 'known-to-the-nightly-report-only' }
/** A client that a person registered by hand, for the redirect addresses of both shells. */
export const handMadeClient = { id: 'made-by-hand', secret: 'known-to-whoever-made-it' }

/** A real authorization server (oidc-provider) on loopback, with PKCE (S256), rotating refresh tokens, and tokens for one resource each. */
export class AuthorizationServer implements AsyncDisposable {
  readonly issuer: string
  readonly store = new TokenStore()
  readonly events: SignInEvent[] = []
  /** Whether it answers with an error, as during a repair. Token introspection by the protected servers still works. */
  isDown = false
  /**
   * Whether the person's browser is on another computer, so that the last redirect fails. `landed` is then the address in the address bar.
   */
  browserIsElsewhere = false
  landed: string | undefined
  readonly #options: AuthorizationServerOptions
  readonly #resources = new Map<string, readonly string[]>()
  readonly #http: Server

  private constructor(http: Server, options: AuthorizationServerOptions) {
    const { port } = http.address() as AddressInfo
    this.issuer = `http://127.0.0.1:${port}`
    this.#options = options
    this.#http = http
    http.on('request', this.#listener())
  }

  static async start(options: AuthorizationServerOptions = {}): Promise<AuthorizationServer> {
    // The constructor needs the address.
    const http = createServer().listen(0, '127.0.0.1')
    await once(http, 'listening')
    return new AuthorizationServer(http, options)
  }

  /** From now on, it issues tokens for this resource with these scopes. */
  protect(resource: string, scopes: readonly string[]): void {
    this.#resources.set(resource, scopes)
  }

  count(kind: SignInEvent): number {
    return this.events.filter((event) => event === kind).length
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#http, 'close')
    this.#http.close()
    this.#http.closeAllConnections()
    await closed
  }

  #listener(): RequestListener {
    const provider = new Provider(this.issuer, this.#configuration())
    provider.use(async (context, next) => {
      await next()
      this.#record(context)
      this.#shorten(context)
      if (this.browserIsElsewhere) this.#leadNowhere(context)
    })
    const pages = new InteractionPages(provider)
    const callback = provider.callback()
    return (request, response) => {
      const [path] = (request.url ?? '').split('?')
      // A full browser asks each site for its icon by itself. A headless one does not.
      if (path === '/favicon.ico') return void response.writeHead(204).end()
      if (this.isDown && path !== '/token/introspection') return void response.writeHead(503).end('Being repaired')
      if (path === '/auth') forgetSession(request, response)
      if (!path?.startsWith('/interaction/')) return void callback(request, response)
      pages.serve(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)))
    }
  }

  #shorten({ oidc, body }: OidcContext): void {
    const { saidSeconds } = this.#options
    if (saidSeconds === undefined || oidc?.route !== 'token' || typeof body !== 'object' || body === null) return
    if ('expires_in' in body) body.expires_in = saidSeconds
  }

  #leadNowhere(context: OidcContext): void {
    const location = context.response.get('location')
    if (!location?.startsWith('http') || location.startsWith(this.issuer)) return
    this.landed = location
    context.response.remove('location')
    context.status = 200
    context.body = 'This page cannot be reached'
  }

  #record({ oidc, status }: OidcContext): void {
    const isFine = status < 400
    if (oidc?.route === 'registration' && isFine) this.events.push('registered')
    if (oidc?.route === 'revocation' && isFine) this.events.push('revoked')
    if (oidc?.route !== 'token') return
    const grant = oidc.params?.['grant_type']
    if (grant === 'authorization_code' && isFine) this.events.push('signedIn')
    if (grant === 'client_credentials' && isFine) this.events.push('machine')
    if (grant === 'refresh_token') this.events.push(isFine ? 'renewed' : 'renewalRefused')
  }

  #configuration(): Readonly<Record<string, unknown>> {
    const { registration = true, documents = {} } = this.#options
    return {
      adapter: (kind: string) => this.store.adapterOf(kind),
      clients: clients(),
      clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      // Cookies do not distinguish ports, so their names include the port.
      cookies: { keys: ['of the fixture'], names: cookieNames(new URL(this.issuer).port) },
      scopes: ['openid', 'offline_access'],
      claims: { openid: ['sub', 'name', 'email'] },
      findAccount: (_context: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({ sub, name: sub, email: `${sub}@people.example` }),
      }),
      interactions: { url: (_context: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
      issueRefreshToken: (_context: unknown, client: Client) => client.grantTypeAllowed('refresh_token'),
      rotateRefreshToken: true,
      expiresWithSession: () => false,
      pkce: { required: () => true },
      jwks: { keys: [signingKey()] },
      clientDefaults: { id_token_signed_response_alg: 'ES256' },
      ttl: {
        ...this.#tokenLives(),
        Session: 3600,
        Interaction: 600,
        Grant: 86_400,
        IdToken: 3600,
        RefreshToken: 86_400,
        AuthorizationCode: 60,
      },
      fetch: (url: URL | string) =>
        Promise.resolve(Response.json(documents[String(url)] ?? {}, { status: String(url) in documents ? 200 : 404 })),
      features: {
        devInteractions: { enabled: false },
        registration: { enabled: registration },
        revocation: {
          enabled: true,
          allowedPolicy: (_context: unknown, asker: { clientId: string }, token: { clientId: string }) => asker.clientId === token.clientId,
        },
        introspection: {
          enabled: true,
          allowedPolicy: (_context: unknown, { clientId }: { clientId: string }) => clientId === resourceClient.id,
        },
        clientCredentials: { enabled: true },
        clientIdMetadataDocument: { enabled: Object.keys(documents).length > 0, ack: 'draft-02' },
        resourceIndicators: this.#resourceIndicators(),
      },
    }
  }

  #tokenLives(): object {
    const { accessTokenSeconds = 3600 } = this.#options
    return { AccessToken: () => accessTokenSeconds, ClientCredentials: () => accessTokenSeconds }
  }

  #resourceIndicators(): object {
    const { tokens = 'opaque' } = this.#options
    return {
      enabled: true,
      defaultResource: () => undefined,
      getResourceServerInfo: (_context: unknown, resource: string) => {
        const scopes = this.#resources.get(resource)
        if (!scopes) throw new errors.InvalidTarget()
        return { scope: scopes.join(' '), audience: resource, accessTokenFormat: tokens, jwt: { sign: { alg: 'ES256' } } }
      },
    }
  }
}

function clients(): readonly object[] {
  const none = { redirect_uris: [], response_types: [] }
  return [
    { ...none, client_id: resourceClient.id, client_secret: resourceClient.secret, grant_types: [] },
    { ...none, client_id: machineClient.id, client_secret: machineClient.secret, grant_types: ['client_credentials'] },
    {
      client_id: handMadeClient.id,
      client_secret: handMadeClient.secret,
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: ['http://127.0.0.1/callback', 'http://127.0.0.1/oauth/callback'],
    },
  ]
}

function signingKey(): object {
  return { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }
}

function cookieNames(port: string): object {
  return { session: sessionCookie(port), interaction: `_interaction_${port}`, resume: `_resume_${port}` }
}

function sessionCookie(port: string | number | undefined): string {
  return `_session_${port}`
}

/** Forgets the login at each sign-in, so that a person with two accounts chooses one each time. */
function forgetSession(request: IncomingMessage, response: ServerResponse): void {
  delete request.headers.cookie
  response.setHeader('set-cookie', [`${sessionCookie(request.socket.localPort)}=; Max-Age=0; Path=/`])
}
