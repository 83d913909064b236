import type { ServerId } from '../../shared/domain/ids'

const MINUTE_MS = 60_000

/** Counts how often each server asks: more than a person can read in a minute is a fault, or worse. */
export class RateLimiter {
  readonly #times = new Map<ServerId, readonly number[]>()

  /** Counts one more. False where that is too many within a minute; it does not count then. */
  take(serverId: ServerId, now: number, mostPerMinute: number): boolean {
    const recent = (this.#times.get(serverId) ?? []).filter((time) => now - time < MINUTE_MS)
    const mayAsk = recent.length < mostPerMinute
    this.#times.set(serverId, mayAsk ? [...recent, now] : recent)
    return mayAsk
  }
}
