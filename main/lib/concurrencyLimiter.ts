import { stopReason } from './stopReason'

interface Waiting {
  readonly isUrgent: () => boolean
  readonly enter: () => void
}

/** Lets so many in at once; the rest wait in order, those that a person waits for first. */
export class ConcurrencyLimiter {
  readonly #limit: () => number
  #inside = 0
  #waiting: Waiting[] = []

  /** @param limit Asked whenever somebody wants in, since it may change. */
  constructor(limit: () => number) {
    this.#limit = limit
  }

  /**
   * Resolves with the way out, which may be used more than once. `isUrgent` is asked whenever a place is free, since a person may come to
   * want what has been waiting. @throws {AppError} the signal's reason.
   */
  async enter(signal: AbortSignal, isUrgent = (): boolean => false): Promise<() => void> {
    if (signal.aborted) throw stopReason(signal)
    if (this.#inside >= this.#limit() || this.#waiting.length > 0) await this.#wait(signal, isUrgent)
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
      turn.reject(stopReason(signal))
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
