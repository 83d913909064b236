import type { AuthorizationServerMetadata, FetchLike } from '@modelcontextprotocol/client'
import { AppError } from '../../../shared/errors/appError'
import { log } from '../../lib/log'
import type { FetchRules } from '../../net/checkFetchTarget'
import { authenticateClient, clientAuthenticationFor, type ClientAuthentication, type ConfigValueResolver } from '../clientAuthentication'
import type { FormerHolder } from './formerHolder'
import type { Grant } from './grant'
import { matchesBinding, matchesIdentityProvider } from './grantBinding'

/** Revokes tokens that are no longer wanted. Background work is finished before Parley quits. */
export class TokenRevocations implements AsyncDisposable {
  readonly #deps: { readonly vault: ConfigValueResolver; readonly fetchFor: (rules: FetchRules) => FetchLike }
  readonly #underWay = new Set<Promise<unknown>>()

  constructor(deps: { readonly vault: ConfigValueResolver; readonly fetchFor: (rules: FetchRules) => FetchLike }) {
    this.#deps = deps
  }

  /** Whether the authorization server was told and agreed. Never throws: the sign-out here is final. */
  async revoke(grant: Grant, former: FormerHolder, signal: AbortSignal): Promise<boolean> {
    const holder = former && isOf(grant, former) ? former : undefined
    const rules: FetchRules = { typed: new URL(grant.resource), alsoTyped: typedBy(holder) }
    try {
      const proof = await clientAuthenticationFor(grant, configuredIn(holder), this.#deps.vault, signal)
      return await revokeTokens(grant, proof, this.#deps.fetchFor(rules), signal)
    } catch (thrown) {
      log('warn', 'An authorization server could not be told that an account was signed out', { error: AppError.from(thrown) })
      return false
    }
  }

  /** Removes and revokes tokens in the background. */
  later(taken: Promise<Grant | undefined>, holder: FormerHolder): void {
    // A signal that never aborts, because no one waits for this.
    const { signal } = new AbortController()
    this.inBackground(taken.then((grant) => grant && this.revoke(grant, holder, signal)))
  }

  inBackground(work: Promise<unknown>): void {
    const watched = work
      .catch((thrown: unknown) => log('error', 'What is no longer wanted could not be removed', { error: AppError.from(thrown) }))
      .finally(() => this.#underWay.delete(watched))
    this.#underWay.add(watched)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.#underWay)
  }
}

/** Whether the tokens are of what is configured now. After an edit, its secret is another authorization server's business. */
function isOf(grant: Grant, holder: NonNullable<FormerHolder>): boolean {
  return 'auth' in holder ? matchesBinding(grant, holder) : matchesIdentityProvider(grant, holder)
}

function configuredIn(holder: FormerHolder): Parameters<typeof clientAuthenticationFor>[1] {
  if (holder === undefined || !('auth' in holder)) return holder
  return holder.auth.kind === 'workload' ? undefined : holder.auth
}

function typedBy(holder: FormerHolder): readonly URL[] {
  const typed = holder && ('auth' in holder ? [holder.auth.issuer] : [holder.issuer, holder.tokenEndpoint])
  return (typed ?? []).flatMap((address) => (address === undefined ? [] : [new URL(address)]))
}

/**
 * Revokes the tokens of an account (RFC 7009). The refresh token comes first, because new tokens could be made from it. True if the
 * authorization server agreed to each. Never throws: the sign-out here is final.
 */
async function revokeTokens(grant: Grant, client: ClientAuthentication, fetchFn: FetchLike, signal: AbortSignal): Promise<boolean> {
  const { refresh_token, access_token } = grant.tokens
  const endpoint = grant.revocationEndpoint
  if (endpoint === undefined) return false
  try {
    const url = new URL(endpoint)
    if (refresh_token !== undefined) await revoke(url, { token: refresh_token, hint: 'refresh_token' }, grant, client, fetchFn, signal)
    await revoke(url, { token: access_token, hint: 'access_token' }, grant, client, fetchFn, signal)
    return true
  } catch (thrown) {
    log('warn', 'An authorization server could not be told that an account was signed out', {
      issuer: grant.issuer,
      error: AppError.from(thrown),
    })
    return false
  }
}

/** Pure: the revocation endpoint, if the metadata names one (RFC 8414, section 2). */
export function revocationEndpointOf(metadata: AuthorizationServerMetadata): string | undefined {
  const named: unknown = Reflect.get(metadata, 'revocation_endpoint')
  return typeof named === 'string' ? named : undefined
}

async function revoke(
  url: URL,
  { token, hint }: { readonly token: string; readonly hint: string },
  { issuer }: Grant,
  client: ClientAuthentication,
  fetchFn: FetchLike,
  signal: AbortSignal,
): Promise<void> {
  const params = new URLSearchParams({ token, token_type_hint: hint })
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' })
  await authenticateClient(client, { headers, params, url, issuer })
  const response = await fetchFn(url, { method: 'POST', headers, body: params, redirect: 'manual', signal })
  await response.body?.cancel()
  if (!response.ok)
    throw new AppError('SIGN_IN_FAILED', { reason: 'oauth.revocationFailed', params: { host: url.host, status: String(response.status) } })
}
