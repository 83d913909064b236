import { setImmediate as turn } from 'node:timers/promises'

/** How many entries of a list to process at once, and for how long at most, because one entry may be very large. */
const AT_ONCE = 100
const HELD_MS = 8

/** Lets long work yield to the event loop, by count and by time. */
export class EventLoopYielder {
  readonly #now: () => number
  #entries = 0
  #since: number

  /** @param now A clock in milliseconds that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#since = now()
  }

  /** Counts one more entry. Returns true when it is time to `yieldTurn` first. */
  isDue(): boolean {
    return this.#entries++ >= AT_ONCE || this.#now() - this.#since >= HELD_MS
  }

  async yieldTurn(): Promise<void> {
    await turn()
    this.#entries = 1
    this.#since = this.#now()
  }
}
