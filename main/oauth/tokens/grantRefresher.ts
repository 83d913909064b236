import { errorMessage } from '../../../shared/i18n/errorText'
import type { DpopSession, FetchLike } from '@modelcontextprotocol/client'
import type { SignInTarget } from '../../../shared/domain/account'
import { AppError } from '../../../shared/errors/appError'
import { log } from '../../lib/log'
import type { AccountStore } from '../accountStore'
import { clientAuthenticationFor, type ClientAuthentication } from '../clientAuthentication'
import { refreshedGrant, type Grant } from './grant'
import { TokenRefusal, tokenRequest } from './tokenRequest'

export interface GrantRefresherDeps {
  readonly accounts: Pick<AccountStore, 'noteProblem' | 'forgetClient' | 'end'>
  readonly vault: Parameters<typeof clientAuthenticationFor>[2]
  readonly now: () => number
  /** The DPoP session of an account, if its tokens are bound to a key. */
  readonly sessionOf: (target: SignInTarget, grant: Grant) => Promise<DpopSession | undefined>
}

/** A grant that can be renewed without a person. */
export type Renewable = Grant & { readonly tokens: { readonly refresh_token: string } }

/** What a renewal needs. `name` is what the person calls the server or identity provider. */
export interface RefreshTools {
  readonly configured: Parameters<typeof clientAuthenticationFor>[1]
  readonly fetchFn: FetchLike
  readonly name: string
}

/**
 * Error codes that mean that the grant is over: that of RFC 6749, section 5.2, and those that some send in its place. Some also send
 * `invalid_request` or `access_denied`, but those may mean something else, such as a wrong client secret. See `RenewalRefusal`.
 */
const GRANT_ENDED = new Set([
  'invalid_grant',
  // GitHub and Slack.
  'bad_refresh_token',
  'invalid_refresh_token',
  // Spring Security OAuth and what is built on it, for a refresh token that has expired.
  'invalid_token',
  // RFC 8628, section 3.5, has it for a device code. Where a refresh token is presented, that is what has expired.
  'expired_token',
  // OpenID Connect Core, section 3.1.2.6: only the person can go on.
  'interaction_required',
  'login_required',
  'consent_required',
])
const CLIENT_REFUSED = new Set(['invalid_client', 'unauthorized_client'])

/** The authorization server refused a renewal, and not because the grant is over. The grant is kept, and signing in anew may help before. */
export class RenewalRefusal extends AppError {}

/** Renews a person's grants inside the account's lock. If a renewal is refused, it records why. */
export class GrantRefresher {
  readonly #deps: GrantRefresherDeps

  constructor(deps: GrantRefresherDeps) {
    this.#deps = deps
  }

  /**
   * The renewed grant. Undefined if the authorization server has ended the grant, so that only a person can sign in again.
   * @throws {RenewalRefusal} if the request is refused; {AppError} SIGN_IN_FAILED if a configured client is refused, other codes if the renewal
   * fails for now. The old grant is kept.
   */
  async refresh(target: SignInTarget, grant: Renewable, tools: RefreshTools, signal: AbortSignal): Promise<Grant | undefined> {
    const { accounts, vault, now, sessionOf } = this.#deps
    try {
      const client = await clientAuthenticationFor(grant, tools.configured, vault, signal)
      const dpop = await sessionOf(target, grant)
      const resource = target.kind === 'server' ? (grant.resourceSent ?? grant.resource) : undefined
      return await refreshGrant(grant, { client, resource, dpop, fetchFn: tools.fetchFn, now }, signal)
    } catch (thrown) {
      if (thrown instanceof TokenRefusal && endsGrant(thrown)) return this.#end(target, grant, thrown, signal)
      const error = AppError.from(thrown)
      const Kept = thrown instanceof TokenRefusal ? RenewalRefusal : AppError
      const kept = new Kept(
        error.code,
        { reason: 'oauth.refreshFailed', params: { server: tools.name, why: errorMessage(error) } },
        { cause: thrown, ...(error.said !== undefined && { said: error.said }) },
      )
      accounts.noteProblem(target, kept.toData())
      throw kept
    }
  }

  async #end(target: SignInTarget, grant: Grant, refusal: TokenRefusal, signal: AbortSignal): Promise<undefined> {
    const { accounts } = this.#deps
    if (CLIENT_REFUSED.has(refusal.error)) {
      // Only a person knows whether a configured client is still right. A new sign-in would fail for the same reason.
      if (grant.client === 'configured') {
        accounts.noteProblem(target, refusal.toData())
        throw new AppError(
          'SIGN_IN_FAILED',
          { reason: 'oauth.clientRefused', params: { host: new URL(grant.issuer).host } },
          { cause: refusal, ...(refusal.said !== undefined && { said: refusal.said }) },
        )
      }
      await accounts.forgetClient(grant.issuer, signal)
    }
    log('info', 'An authorization server has ended a sign-in', { issuer: grant.issuer, error: refusal.error })
    await accounts.end(target, refusal.toData(), signal)
    return undefined
  }
}

/** Any other refusal is about the request, for example about a proof from a clock that is wrong, and the grant is as good as before. */
function endsGrant({ error }: TokenRefusal): boolean {
  return GRANT_ENDED.has(error) || CLIENT_REFUSED.has(error)
}

interface RefreshRequest {
  readonly client: ClientAuthentication
  /** The resource of the tokens (RFC 8707); undefined for an identity provider. */
  readonly resource: string | undefined
  readonly dpop: DpopSession | undefined
  readonly fetchFn: FetchLike
  readonly now: () => number
}

/**
 * Renews a person's grant with its refresh token (RFC 6749, section 6), only at the endpoint that issued it. No scopes are sent, which
 * keeps the granted ones.
 * @throws {TokenRefusal} if the authorization server refuses; {AppError}
 */
async function refreshGrant(
  grant: Renewable,
  { client, resource, dpop, fetchFn, now }: RefreshRequest,
  signal: AbortSignal,
): Promise<Grant> {
  const tokens = await tokenRequest(
    {
      endpoint: grant.tokenEndpoint,
      issuer: grant.issuer,
      params: {
        grant_type: 'refresh_token',
        refresh_token: grant.tokens.refresh_token,
        resource,
      },
      client,
      dpop,
      fetchFn,
      step: { kind: 'refresh' },
    },
    signal,
  )
  return refreshedGrant(grant, tokens, now())
}
