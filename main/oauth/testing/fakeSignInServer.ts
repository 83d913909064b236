import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The body of a form. */
  readonly form: URLSearchParams
}

interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: unknown
}

type Route = (request: SeenRequest) => Answer | Promise<Answer>

interface Options {
  /** A tenant: the issuer is `ORIGIN/PATH`. */
  readonly path?: string
  /** Overrides for the metadata; undefined removes a member. */
  readonly metadata?: (origin: string) => Readonly<Record<string, unknown>>
  /** Additions to the token endpoint's answers. */
  readonly tokens?: Readonly<Record<string, unknown>>
  /** Additions to the MCP server's metadata; false: no metadata. */
  readonly resource?: Readonly<Record<string, unknown>> | false
}

/**
 * Everything that a person's sign-in needs, on 127.0.0.1: the metadata of an MCP server at `/mcp`, and its authorization server. It agrees
 * to everyone at once and checks PKCE. It records its requests, and a test can replace every answer.
 */
export class FakeSignInServer implements AsyncDisposable {
  readonly origin: string
  readonly issuer: string
  readonly serverUrl: string
  readonly seen: SeenRequest[] = []
  /** Replacement answers by `'GET /some/path'`. */
  readonly routes: Record<string, Route> = {}
  readonly #options: Options
  readonly #close: () => Promise<void>
  readonly #codes = new Map<string, URLSearchParams>()

  private constructor(origin: string, options: Options, close: () => Promise<void>) {
    this.origin = origin
    this.issuer = `${origin}${options.path ?? ''}`
    this.serverUrl = `${origin}/mcp`
    this.#options = options
    this.#close = close
  }

  static async start(options: Options = {}): Promise<FakeSignInServer> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const fake = new FakeSignInServer(`http://127.0.0.1:${address.port}`, options, async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    })
    server.on('request', (request, response) => void fake.#serve(request, response))
    return fake
  }

  get metadata(): Record<string, unknown> {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      registration_endpoint: `${this.issuer}/register`,
      revocation_endpoint: `${this.issuer}/revoke`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      authorization_response_iss_parameter_supported: true,
      ...this.#options.metadata?.(this.origin),
    }
  }

  /** The requests to one path, in order. */
  asked(path: string): readonly SeenRequest[] {
    return this.seen.filter((request) => request.path === path)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status = 200, headers = {}, body } = await this.#answer(await readRequest(request))
    const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }

  async #answer(request: SeenRequest): Promise<Answer> {
    this.seen.push(request)
    const name = `${request.method} ${request.path}`
    const route = this.routes[name] ?? this.#own()[name]
    return route ? route(request) : { status: 404, body: { error: 'not_found' } }
  }

  #own(): Readonly<Record<string, Route>> {
    const { path = '', resource = {} } = this.#options
    const description = { resource: this.serverUrl, authorization_servers: [this.issuer], ...resource }
    return {
      [`GET /.well-known/oauth-authorization-server${path}`]: () => ({ body: this.metadata }),
      [`GET ${path}/authorize`]: (request) => this.#authorize(request),
      [`POST ${path}/register`]: ({ body }) => register(body),
      [`POST ${path}/token`]: (request) => this.#token(request),
      [`POST ${path}/revoke`]: () => ({}),
      ...(resource !== false && { 'GET /.well-known/oauth-protected-resource/mcp': () => ({ body: description }) }),
    }
  }

  #authorize({ query }: SeenRequest): Answer {
    const code: string = randomUUID()
    this.#codes.set(code, query)
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    if (this.metadata['authorization_response_iss_parameter_supported'] === true) back.searchParams.set('iss', this.issuer)
    return { status: 302, headers: { location: back.href } }
  }

  #token({ form }: SeenRequest): Answer {
    const asked = this.#codes.get(form.get('code') ?? '')
    this.#codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!asked || asked.get('code_challenge') !== challenge || asked.get('redirect_uri') !== form.get('redirect_uri')) {
      return { status: 400, body: { error: 'invalid_grant', error_description: 'The code is not good' } }
    }
    const scope = asked.get('scope')
    return {
      body: {
        access_token: `access-${randomUUID()}`,
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: `refresh-${randomUUID()}`,
        ...(scope !== null && { scope }),
        ...this.#options.tokens,
      },
    }
  }
}

/** Follows a sign-in address through all redirects, as a browser does. Returns the last page. */
export async function browse(address: string): Promise<{ readonly response: Response; readonly text: string; readonly landed: string }> {
  let url = address
  for (let hop = 0; hop < 5; hop++) {
    const response = await fetch(url, { redirect: 'manual' })
    const next = response.headers.get('location')
    const text = await response.text()
    if (next === null) return { response, text, landed: url }
    url = new URL(next, url).href
  }
  throw new Error('too many redirects')
}

function register(body: string): Answer {
  const wanted: unknown = JSON.parse(body)
  return { status: 201, body: { ...(typeof wanted === 'object' ? wanted : {}), client_id: `client-${randomUUID()}` } }
}

async function readRequest(request: IncomingMessage): Promise<SeenRequest> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2)
  const { method = 'GET', headers } = request
  return { method, path, query: new URLSearchParams(query), headers, body, form: new URLSearchParams(body) }
}
