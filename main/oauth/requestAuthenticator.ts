import type { FetchLike } from '@modelcontextprotocol/client'
import type { AccountId } from '../../shared/domain/ids'
import type { HttpLaunch, ServerConfig } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { type AuthSource, type SessionAuth } from '../transport/sessionAuth'
import { AuthRefusal, type RefusalFacts } from '../transport/authRefusal'
import type { AccountStore } from './accountStore'
import { hasAuthorizationHeader, hasSecretHeader } from './credentialHeaders'
import { canonicalServerUri } from './discovery/canonicalServerUri'
import { readChallenge, type Challenge } from './discovery/wwwAuthenticate'
import { sanitizeServerText } from './sanitizeServerText'
import { RenewalRefusal } from './tokens/grantRefresher'
import type { Presentable } from './tokens/tokenCache'
import type { TokenHolder, TokenProvider } from './tokens/tokenProvider'

export interface RequestAuthenticatorDeps {
  readonly accounts: AccountStore
  readonly tokens: TokenProvider
}

/** Authenticates the requests of sessions, either with an account or with a header that the person typed. The header wins. */
export class RequestAuthenticator implements AuthSource {
  readonly #deps: RequestAuthenticatorDeps

  constructor(deps: RequestAuthenticatorDeps) {
    this.#deps = deps
  }

  forSession(definition: ServerConfig, accountId: AccountId | undefined): SessionAuth | undefined {
    const { launch } = definition
    if (launch.kind !== 'http') return undefined
    if (hasAuthorizationHeader(launch)) return typedAuth(definition, launch)
    // Fixed for the whole session, so that a session never acts for two accounts.
    const own = accountId ?? this.#deps.accounts.defaultAccount(definition.id)
    return new AccountAuth({ server: { ...definition, launch }, accountId: own }, this.#deps)
  }
}

/** For a typed header, which every request already has. */
function typedAuth({ id }: ServerConfig, launch: HttpLaunch): SessionAuth {
  return {
    wrap: (next, onRefused) => async (url, init) => {
      if (!isAt(url, launch)) return next(url, withoutCredentials(init))
      const response = await next(url, leftToCaller(init))
      const challenge = readChallenge(response.headers)
      const lacksRights = response.status === 403 && challenge.error === 'insufficient_scope'
      if (response.status !== 401 && !lacksRights) return response
      const reason = lacksRights ? 'oauth.headerLacksRights' : 'oauth.headerRefused'
      onRefused(new AuthRefusal('CREDENTIALS_REFUSED', { reason, params: { server: id } }, { why: 'first', ...asSaid(challenge) }))
      return response
    },
  }
}

/** Authenticates the requests of one session for one account (RFC 6750, section 2.1; RFC 9449, section 7.1). */
class AccountAuth implements SessionAuth {
  readonly #holder: TokenHolder
  readonly #deps: RequestAuthenticatorDeps

  constructor(holder: TokenHolder, deps: RequestAuthenticatorDeps) {
    this.#holder = holder
    this.#deps = deps
  }

  wrap(next: FetchLike, onRefused: (refusal: AuthRefusal) => void): FetchLike {
    return async (url, init) => {
      if (!isAt(url, this.#holder.server.launch)) return next(url, withoutCredentials(init))
      const signal = init?.signal ?? new AbortController().signal
      const shown = await this.#tell(onRefused, undefined, () => this.#deps.tokens.fresh(this.#holder, signal))
      const response = await present(next, url, init, shown)
      if (response.status === 403) return this.#onForbidden(response, onRefused)
      if (response.status !== 401) return response
      return this.#onUnauthorized({ next, url, init, signal }, { response, shown }, onRefused)
    }
  }

  async #onUnauthorized(
    { next, url, init, signal }: Sent,
    { response, shown }: { readonly response: Response; readonly shown: Presentable | undefined },
    onRefused: (refusal: AuthRefusal) => void,
  ): Promise<Response> {
    const challenge = readChallenge(response.headers)
    const { tokens } = this.#deps
    const better = isRepeatable(init)
      ? await this.#tell(onRefused, challenge, () => tokens.renew(this.#holder, shown?.accessToken, challenge, signal))
      : undefined
    if (!better) {
      onRefused(this.#wanted(challenge, shown))
      return response
    }
    await response.body?.cancel()
    const again = await present(next, url, init, better)
    if (again.status === 403) return this.#onForbidden(again, onRefused)
    if (again.status !== 401) return again
    tokens.giveUp(this.#holder, better.accessToken)
    onRefused(this.#wanted(readChallenge(again.headers), better))
    return again
  }

  /** Reports a refusal even if an error was thrown instead, and no request was sent if there is no challenge. */
  async #tell<T>(onRefused: (refusal: AuthRefusal) => void, challenge: Challenge | undefined, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (error.code !== 'SIGN_IN_FAILED') throw error
      // The tokens are of no use any more and were not renewed: whatever the reason is, a person can sign in anew.
      const ended = error instanceof RenewalRefusal && this.#holder.server.auth.kind === 'person'
      const refusal = new AuthRefusal(ended ? 'SIGN_IN_REQUIRED' : 'SIGN_IN_FAILED', error.fact, {
        why: ended ? 'ended' : 'first',
        ...(challenge ? this.#facts(withoutWords(challenge)) : { ...this.#holderFacts(), unasked: true }),
        cause: thrown,
        ...(error.hint !== undefined && { hint: error.hint }),
        ...(error.said !== undefined && { said: error.said }),
      })
      onRefused(refusal)
      throw refusal
    }
  }

  #onForbidden(response: Response, onRefused: (refusal: AuthRefusal) => void): Response {
    const challenge = readChallenge(response.headers)
    if (challenge.error !== 'insufficient_scope') return response
    const { server } = this.#holder
    const isPerson = server.auth.kind === 'person'
    onRefused(
      new AuthRefusal(
        isPerson ? 'RIGHTS_REQUIRED' : 'SIGN_IN_FAILED',
        { reason: isPerson ? 'oauth.rightsMissing' : 'oauth.machineRightsMissing', params: { server: server.id } },
        { ...this.#facts(challenge), why: 'moreRights' },
      ),
    )
    return response
  }

  #wanted(challenge: Challenge, shown: Presentable | undefined): AuthRefusal {
    const { server, accountId } = this.#holder
    const { accounts } = this.#deps
    // If the refusal says nothing about signing in, the server refused the typed key.
    if (!shown && !challenge.known && hasSecretHeader(server.launch)) {
      return new AuthRefusal(
        'CREDENTIALS_REFUSED',
        { reason: 'oauth.keyRefused', params: { server: server.id } },
        {
          ...this.#facts(challenge),
          why: 'first',
        },
      )
    }
    if (server.auth.kind !== 'person') {
      return new AuthRefusal(
        'SIGN_IN_FAILED',
        { reason: 'oauth.machineRefused', params: { server: server.id } },
        {
          ...this.#facts(challenge),
          why: shown ? 'ended' : 'first',
        },
      )
    }
    const target = { kind: 'server' as const, serverId: accounts.serverOf(accountId) ?? server.id, accountId }
    const why = shown || accounts.ended(target) ? 'ended' : 'first'
    return new AuthRefusal(
      'SIGN_IN_REQUIRED',
      { reason: why === 'first' ? 'oauth.signInWanted' : 'oauth.signInEnded', params: { server: server.id } },
      {
        // A request without credentials gets only that fact (RFC 6750, section 3.1).
        ...this.#facts(shown ? challenge : withoutWords(challenge)),
        why,
      },
    )
  }

  #holderFacts(): { readonly accountId: AccountId; readonly address: string } {
    const { server, accountId } = this.#holder
    return { accountId, address: canonicalServerUri(server.launch.url) }
  }

  #facts(challenge: Challenge): Omit<RefusalFacts, 'why'> & { readonly said?: string } {
    const { scope, resourceMetadataUrl, dpop } = challenge
    return {
      ...this.#holderFacts(),
      dpop,
      ...(scope !== undefined && { scope }),
      ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl }),
      ...asSaid(challenge),
    }
  }
}

interface Sent {
  readonly next: FetchLike
  readonly url: string | URL
  readonly init: RequestInit | undefined
  readonly signal: AbortSignal
}

/** Sends an authenticated request, and repeats it once if the server only wants its nonce in the proof (RFC 9449, section 9). */
async function present(
  next: FetchLike,
  url: string | URL,
  init: RequestInit | undefined,
  shown: Presentable | undefined,
): Promise<Response> {
  if (!shown) return next(url, leftToCaller(init))
  const send = async (): Promise<Response> => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `${shown.scheme} ${shown.accessToken}`)
    if (shown.session) {
      const proof = { htm: init?.method ?? 'GET', htu: url, accessToken: shown.accessToken }
      headers.set('dpop', await shown.session.buildProof(proof))
    }
    const response = await next(url, { ...leftToCaller(init), headers })
    shown.session?.observeNonce(response, url)
    return response
  }
  const response = await send()
  if (!shown.session || !wantsNonce(response) || !isRepeatable(init)) return response
  await response.body?.cancel()
  return send()
}

function wantsNonce({ status, headers }: Response): boolean {
  const challenge = readChallenge(headers)
  return status === 401 && challenge.dpop && challenge.error === 'use_dpop_nonce'
}

/** Redirects are not followed automatically, because the request carries credentials. The caller checks the target first. */
function leftToCaller(init: RequestInit | undefined): RequestInit {
  return { ...init, redirect: init?.redirect === 'error' ? 'error' : 'manual' }
}

function withoutCredentials(init: RequestInit | undefined): RequestInit {
  const headers = new Headers(init?.headers)
  headers.delete('authorization')
  headers.delete('dpop')
  return { ...init, headers }
}

/** Credentials go only to exactly the origin that the person typed. */
function isAt(url: string | URL, { url: typed }: HttpLaunch): boolean {
  return new URL(url).origin === new URL(typed).origin
}

/** A stream body can be read only once, so such a request cannot be repeated. */
function isRepeatable(init: RequestInit | undefined): boolean {
  return init?.body === undefined || init.body === null || typeof init.body === 'string'
}

function asSaid({ error, errorDescription }: Challenge): { said?: string } {
  const said = sanitizeServerText(error, errorDescription)
  return said === undefined ? {} : { said }
}

function withoutWords({ error: _error, errorDescription: _description, ...facts }: Challenge): Challenge {
  return facts
}
