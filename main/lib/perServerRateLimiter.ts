import type { ServerId } from '../../shared/domain/ids'

const MINUTE_MS = 60_000

/** Counts how often each server asks. More than a person can read in a minute is a fault or an attack. */
export class PerServerRateLimiter {
  readonly #times = new Map<ServerId, readonly number[]>()

  /** Counts one more request. Returns false, and does not count it, if that is too many within a minute. */
  take(serverId: ServerId, now: number, mostPerMinute: number): boolean {
    const recent = (this.#times.get(serverId) ?? []).filter((time) => now - time < MINUTE_MS)
    const mayAsk = recent.length < mostPerMinute
    this.#times.set(serverId, mayAsk ? [...recent, now] : recent)
    return mayAsk
  }
}
