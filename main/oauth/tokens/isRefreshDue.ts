import type { Grant } from './grant'

/** A token is renewed in its last minute, or its last tenth if it is short-lived, so that it does not expire during a request. */
const MARGIN_MS = 60_000
const MARGIN_SHARE = 0.1

/** Pure: whether a grant should be renewed before it is used. */
export function isRefreshDue({ obtained, expires }: Pick<Grant, 'obtained' | 'expires'>, now: number): boolean {
  return expires !== undefined && now >= expires - Math.min(MARGIN_MS, (expires - obtained) * MARGIN_SHARE)
}

/** Pure: whether a grant has expired by this computer's clock. */
export function isExpired({ expires }: Pick<Grant, 'expires'>, now: number): boolean {
  return expires !== undefined && now >= expires
}
