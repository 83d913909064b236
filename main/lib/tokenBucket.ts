/** How much a token bucket lets through: `burst` at once, and `perSecond` in the long run. */
export interface TokenBucketRate {
  readonly burst: number
  readonly perSecond: number
}

/** A token bucket: full at first, and refilled steadily. */
export class TokenBucket {
  readonly #rate: () => TokenBucketRate
  #left: number | undefined
  #filledAt = 0

  /** @param rate Called for each token, because it may change. */
  constructor(rate: () => TokenBucketRate) {
    this.#rate = rate
  }

  /** Takes one token. Returns false, and takes none, if none is left. @param now Milliseconds of any clock. */
  take(now: number): boolean {
    const { burst, perSecond } = this.#rate()
    const refill = (Math.max(0, now - this.#filledAt) * perSecond) / 1000
    const left = Math.min(burst, (this.#left ?? burst) + refill)
    this.#filledAt = now
    this.#left = left < 1 ? left : left - 1
    return left >= 1
  }
}
