import { abortReason } from './abortReason'

interface Waiting {
  readonly isUrgent: () => boolean
  readonly enter: () => void
}

/** Lets a limited number in at once. The rest wait in order, those that a person waits for first. */
export class ConcurrencyLimiter {
  readonly #limit: () => number
  #inside = 0
  #waiting: Waiting[] = []

  /** @param limit Called whenever someone wants in, because it may change. */
  constructor(limit: () => number) {
    this.#limit = limit
  }

  /** Whether the next to enter has to wait. */
  get full(): boolean {
    return this.#inside >= this.#limit() || this.#waiting.length > 0
  }

  /**
   * Waits for a place. Resolves with a function that leaves it, which may be called more than once. `isUrgent` is called whenever a place
   * is free, because a person may want a waiting entry later.
   * @throws {AppError} the signal's reason.
   */
  async enter(signal: AbortSignal, isUrgent = (): boolean => false): Promise<() => void> {
    if (signal.aborted) throw abortReason(signal)
    if (this.full) await this.#wait(signal, isUrgent)
    else this.#inside++
    let left = false
    return () => {
      if (left) return
      left = true
      this.#inside--
      this.#admit()
    }
  }

  async #wait(signal: AbortSignal, isUrgent: () => boolean): Promise<void> {
    const turn = Promise.withResolvers<void>()
    const mine: Waiting = { isUrgent, enter: turn.resolve }
    this.#waiting.push(mine)
    const giveUp = (): void => {
      this.#waiting = this.#waiting.filter((other) => other !== mine)
      turn.reject(abortReason(signal))
    }
    signal.addEventListener('abort', giveUp, { once: true })
    this.#admit()
    try {
      await turn.promise
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  #admit(): void {
    while (this.#waiting.length > 0 && this.#inside < this.#limit()) {
      const next = this.#waiting.find((waiting) => waiting.isUrgent()) ?? this.#waiting[0]
      this.#waiting = this.#waiting.filter((waiting) => waiting !== next)
      this.#inside++
      next?.enter()
    }
  }
}
