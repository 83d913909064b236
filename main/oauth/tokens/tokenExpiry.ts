import type { Grant } from './grant'

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
