import type { DpopSession, FetchLike } from '@modelcontextprotocol/client'
import type { ClientAuthentication } from '../clientAuthentication'
import { refreshedGrant, type Grant } from './grant'
import { tokenRequest } from './tokenRequest'

/** The last minute of a token is left unused, or the last tenth of a short-lived one: it should not end on its way. */
const MARGIN_MS = 60_000
const MARGIN_SHARE = 0.1

/** Pure: whether a grant should be renewed before it is used. */
export function isRefreshDue({ obtained, expires }: Pick<Grant, 'obtained' | 'expires'>, now: number): boolean {
  return expires !== undefined && now >= expires - Math.min(MARGIN_MS, (expires - obtained) * MARGIN_SHARE)
}

/** Pure: whether a grant is over by the clock of this computer. */
export function isExpired({ expires }: Pick<Grant, 'expires'>, now: number): boolean {
  return expires !== undefined && now >= expires
}

export interface RefreshTools {
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
export async function refreshGrant(
  grant: Grant & { readonly tokens: { readonly refresh_token: string } },
  { client, resource, dpop, fetchFn, now }: RefreshTools,
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
