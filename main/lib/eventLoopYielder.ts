import { setImmediate as turn } from 'node:timers/promises'

/** Entries of a list that are looked at in one go, and how long that may hold everything else up: one entry may be very large. */
const AT_ONCE = 100
const HELD_MS = 8

/** Lets the event loop turn in the middle of long work, by count and by time. */
export class EventLoopYielder {
  readonly #now: () => number
  #entries = 0
  #since: number

  /** @param now Milliseconds that only ever grow. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#since = now()
  }

  /** Counts one more entry. True when it is time to `breathe` before it. */
  isDue(): boolean {
    return this.#entries++ >= AT_ONCE || this.#now() - this.#since >= HELD_MS
  }

  async breathe(): Promise<void> {
    await turn()
    this.#entries = 1
    this.#since = this.#now()
  }
}
