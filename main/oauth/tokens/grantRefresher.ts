import { errorMessage } from '../../../shared/messages/errorText'
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
  /** The key that the tokens of an account are bound to, where they are. */
  readonly sessionOf: (target: SignInTarget, grant: Grant) => Promise<DpopSession | undefined>
}

/** A grant that can be renewed without a person. */
export type Renewable = Grant & { readonly tokens: { readonly refresh_token: string } }

/** What a grant is renewed with. `name` is what the person calls the one it is for. */
export interface RefreshTools {
  readonly configured: Parameters<typeof clientAuthenticationFor>[1]
  readonly fetchFn: FetchLike
  readonly name: string
}

const CLIENT_REFUSED = new Set(['invalid_client', 'unauthorized_client'])

/** Renews what a person's sign-in gave, inside of the account's lock, and writes down what became of one that cannot be renewed. */
export class GrantRefresher {
  readonly #deps: GrantRefresherDeps

  constructor(deps: GrantRefresherDeps) {
    this.#deps = deps
  }

  /**
   * The renewed grant; undefined when the authorization server has ended it, and only a person can sign in again.
   * @throws {AppError} SIGN_IN_FAILED for a configured client that is refused; others where it cannot be had just now: what there was is kept
   */
  async refresh(target: SignInTarget, grant: Renewable, tools: RefreshTools, signal: AbortSignal): Promise<Grant | undefined> {
    const { accounts, vault, now, sessionOf } = this.#deps
    try {
      const client = await clientAuthenticationFor(grant, tools.configured, vault, signal)
      const dpop = await sessionOf(target, grant)
      const resource = target.kind === 'server' ? (grant.resourceSent ?? grant.resource) : undefined
      return await refreshGrant(grant, { client, resource, dpop, fetchFn: tools.fetchFn, now }, signal)
    } catch (thrown) {
      if (thrown instanceof TokenRefusal) return this.#end(target, grant, thrown, signal)
      const error = AppError.from(thrown)
      const kept = new AppError(
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
      // Of a configured client only a person knows whether it is still right; a new sign-in would fail for the same reason.
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

interface RefreshRequest {
  readonly client: ClientAuthentication
  /** What the tokens are for (RFC 8707); an identity provider is asked for none. */
  readonly resource: string | undefined
  readonly dpop: DpopSession | undefined
  readonly fetchFn: FetchLike
  readonly now: () => number
}

/**
 * Renews a person's grant by its refresh token (RFC 6749, section 6), at the endpoint that gave it and nowhere else. For the scopes that were
 * granted: naming none asks for just these. @throws {TokenRefusal} when the authorization server has ended it; {AppError}
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
