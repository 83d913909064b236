import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../main/lib/clock'

const LIVES_MS = 5 * 60_000
const OPEN_AT_MOST = 8

/**
 * The owner of the codes that let a browser in. A code expires after its first use, after five minutes, or when eight newer codes exist.
 */
export class OneTimeLinks {
  readonly #clock: Clock
  /** Only hashes are stored, so that the time of a lookup does not depend on the guess. */
  readonly #expiries = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  issue(): string {
    const code = randomBytes(32).toString('base64url')
    this.#expiries.set(digest(code), this.#clock.now() + LIVES_MS)
    const [oldest] = this.#expiries.keys()
    if (oldest !== undefined && this.#expiries.size > OPEN_AT_MOST) this.#expiries.delete(oldest)
    return code
  }

  /** Returns true only once for each code, before it expires. */
  redeem(code: string): boolean {
    const expiry = this.#expiries.get(digest(code))
    this.#expiries.delete(digest(code))
    return expiry !== undefined && this.#clock.now() < expiry
  }
}

/** Returns the hash for looking up a secret that came from outside. */
export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
