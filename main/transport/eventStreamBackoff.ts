import { backoffDelay } from '../../shared/lib/backoffDelay'

/** A stream that lived shorter than this counts as closed at once. */
const SHORT_LIFE_MS = 10_000
const FREE = 3
const SLOWER = { firstMs: 1_000, mostMs: 60_000 }
/** Limits for the delay that a server sets with `retry:`. Less than a second is allowed only while its streams last. */
const LEAST_MS = 100
const MOST_MS = 300_000

/**
 * Returns how long to wait before a closed event stream is reopened. The delay grows if a server closes every stream at once. The SDK
 * counts only failures and would reconnect forever at full speed.
 */
export class EventStreamBackoff {
  readonly #now: () => number
  #openedAt: number
  #shortLives = 0

  constructor(now: () => number) {
    this.#now = now
    this.#openedAt = now()
  }

  delay(suggested: number): number {
    const now = this.#now()
    this.#shortLives = now - this.#openedAt < SHORT_LIFE_MS ? this.#shortLives + 1 : 0
    const extra = this.#shortLives - FREE
    const asked = Math.min(MOST_MS, Math.max(LEAST_MS, suggested))
    const delay = extra <= 0 ? asked : Math.max(asked, backoffDelay(extra, SLOWER))
    this.#openedAt = now + delay
    return delay
  }
}
