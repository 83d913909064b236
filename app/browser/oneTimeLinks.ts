import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../main/lib/clock'

const LIVES_MS = 5 * 60_000
const OPEN_AT_MOST = 8

/** The owner of codes that let a browser in: each dies at its first use, after five minutes, or when eight newer ones were given out. */
export class OneTimeLinks {
  readonly #clock: Clock
  /** Only hashes are kept: looking one up takes the same time whatever was guessed. */
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

  /** True once for each code, within its life. */
  redeem(code: string): boolean {
    const expiry = this.#expiries.get(digest(code))
    this.#expiries.delete(digest(code))
    return expiry !== undefined && this.#clock.now() < expiry
  }
}

/** The hash under which a secret that came from outside is looked up. */
export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
