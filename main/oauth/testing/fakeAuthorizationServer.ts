import { createHash, randomUUID } from 'node:crypto'
import { loopbackServer, type Answered, type Asked, type LoopbackServer } from './loopbackServer'

export interface FakeOptions {
  /** Overrides for the metadata; `undefined` removes a member. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Lifetime of an access token in seconds; undefined: not stated. */
  readonly lifetime?: number | undefined
  /** False: no refresh tokens. */
  readonly refresh?: boolean
  /** The ID token to return with the others. */
  readonly idToken?: () => string
  /** The nonce required in every proof of possession. */
  readonly dpopNonce?: string
  /** An answer that replaces the fake's own. If it throws, the connection breaks. */
  readonly instead?: (asked: Asked) => Answered | undefined
}

/**
 * A fake authorization server on real HTTP that records its requests. It rotates refresh tokens strictly: a reused one ends the whole
 * grant. It checks PKCE, and does not ask for a person. For tests only.
 */
export class FakeAuthorizationServer implements AsyncDisposable {
  /** Valid access tokens, with their scopes. */
  readonly access = new Map<string, string>()
  /** Refresh tokens: good until they are used. */
  readonly refreshTokens = new Map<string, { used: boolean; readonly scope: string; readonly grant: string }>()
  readonly clients = new Map<string, string | undefined>()
  readonly #codes = new Map<string, { readonly challenge: string | null; readonly scope: string }>()
  readonly #options: FakeOptions
  #server: LoopbackServer | undefined

  private constructor(options: FakeOptions) {
    this.#options = options
  }

  static async start(options: FakeOptions = {}): Promise<FakeAuthorizationServer> {
    const fake = new FakeAuthorizationServer(options)
    fake.#server = await loopbackServer((asked) => options.instead?.(asked) ?? fake.#answer(asked))
    return fake
  }

  get issuer(): string {
    if (!this.#server) throw new Error('Not started')
    return this.#server.origin
  }

  asked(path: string): readonly Asked[] {
    return (this.#server?.asked ?? []).filter((one) => one.path === path)
  }

  /** The requests to the token endpoint, by grant type. */
  tokenRequests(grantType?: string): readonly Asked[] {
    return this.asked('/token').filter(({ form }) => grantType === undefined || form['grant_type'] === grantType)
  }

  /** Ends all grants, as an administrator would. */
  endAll(): void {
    this.access.clear()
    this.refreshTokens.clear()
  }

  /** Issues the tokens of a person's sign-in without a sign-in. */
  issue(
    scope = '',
    { refresh = this.#options.refresh ?? true, grant = String(randomUUID()), type = 'Bearer' } = {},
  ): Record<string, unknown> {
    const access = `access-${randomUUID()}`
    this.access.set(access, scope)
    const renewal = `refresh-${randomUUID()}`
    if (refresh) this.refreshTokens.set(renewal, { used: false, scope, grant })
    const { lifetime, idToken } = this.#options
    return {
      access_token: access,
      token_type: type,
      scope,
      ...(lifetime !== undefined && { expires_in: lifetime }),
      ...(refresh && { refresh_token: renewal }),
      ...(idToken && { id_token: idToken() }),
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]()
  }

  #answer(asked: Asked): Answered {
    switch (asked.path) {
      case '/.well-known/oauth-authorization-server':
      case '/.well-known/openid-configuration':
        return { status: 200, body: this.#metadata() }
      case '/authorize':
        return this.#authorize(asked)
      case '/token':
        return this.#token(asked)
      case '/register':
        return this.#register(asked)
      case '/revoke':
        return this.#revoke(asked)
      default:
        return { status: 404 }
    }
  }

  #metadata(): Record<string, unknown> {
    const { issuer } = this
    const said: Record<string, unknown> = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      registration_endpoint: `${issuer}/register`,
      revocation_endpoint: `${issuer}/revoke`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      ...this.#options.metadata,
    }
    return said
  }

  /** Agrees at once, as if the person were already signed in. */
  #authorize({ url }: Asked): Answered {
    const { searchParams } = url
    const code = `code-${randomUUID()}`
    this.#codes.set(code, { challenge: searchParams.get('code_challenge'), scope: searchParams.get('scope') ?? '' })
    const back = new URL(searchParams.get('redirect_uri') ?? `${this.issuer}/nowhere`)
    back.searchParams.set('code', code)
    back.searchParams.set('iss', this.issuer)
    const state = searchParams.get('state')
    if (state !== null) back.searchParams.set('state', state)
    return { status: 302, headers: { location: back.href } }
  }

  #token(asked: Asked): Answered {
    const { form, headers } = asked
    const { dpopNonce } = this.#options
    const proof = headers['dpop']
    if (dpopNonce !== undefined && typeof proof === 'string' && nonceIn(proof) !== dpopNonce) {
      return { status: 400, headers: { 'dpop-nonce': dpopNonce }, body: { error: 'use_dpop_nonce' } }
    }
    const type = proof === undefined ? 'Bearer' : 'DPoP'
    const scope = form['scope'] ?? ''
    switch (form['grant_type']) {
      case 'authorization_code':
        return this.#redeem(form, type)
      case 'refresh_token':
        return this.#renew(form['refresh_token'] ?? '', type)
      case 'client_credentials':
      case 'urn:ietf:params:oauth:grant-type:jwt-bearer':
        return { status: 200, body: this.issue(scope, { refresh: false, type }) }
      default:
        return refused('unsupported_grant_type')
    }
  }

  #redeem(form: Asked['form'], type: string): Answered {
    const code = this.#codes.get(form['code'] ?? '')
    this.#codes.delete(form['code'] ?? '')
    const verified = createHash('sha256')
      .update(form['code_verifier'] ?? '')
      .digest('base64url')
    if (!code || code.challenge !== verified) return refused('invalid_grant', 'The code is used, or is not yours')
    return { status: 200, body: this.issue(code.scope, { type }) }
  }

  #renew(token: string, type: string): Answered {
    const known = this.refreshTokens.get(token)
    if (!known) return refused('invalid_grant', 'There is no such refresh token')
    if (known.used) {
      // Reuse means that the token was stolen, so the whole grant ends.
      for (const [other, { grant }] of this.refreshTokens) if (grant === known.grant) this.refreshTokens.delete(other)
      this.access.clear()
      return refused('invalid_grant', 'The refresh token was used before')
    }
    known.used = true
    this.access.clear()
    return { status: 200, body: this.issue(known.scope, { grant: known.grant, type }) }
  }

  #register({ body }: Asked): Answered {
    const clientId = `client-${randomUUID()}`
    this.clients.set(clientId, undefined)
    const wanted: unknown = JSON.parse(body)
    return { status: 201, body: { ...(typeof wanted === 'object' && wanted), client_id: clientId } }
  }

  #revoke({ form }: Asked): Answered {
    this.access.delete(form['token'] ?? '')
    this.refreshTokens.delete(form['token'] ?? '')
    return { status: 200 }
  }
}

export function refused(error: string, description?: string): Answered {
  return { status: 400, body: { error, ...(description !== undefined && { error_description: description }) } }
}

function nonceIn(proof: string): unknown {
  const claims: unknown = JSON.parse(Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString())
  return typeof claims === 'object' && claims !== null && 'nonce' in claims ? claims.nonce : undefined
}
