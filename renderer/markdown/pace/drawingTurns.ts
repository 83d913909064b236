/** So long after a key, somebody is taken to be typing still. */
const TYPING_MS = 600
/** Who types slowly, or holds a key down, sees the text grow at least so often. */
const LONGEST_WAIT_MS = 250

export interface DrawingClock {
  /** In milliseconds, from any beginning. */
  readonly now: () => number
  /** Runs a function once after this time. Returns a function that cancels it. */
  readonly afterMs: (ms: number, run: () => void) => () => void
  /** Runs a function once after the page has painted what has changed so far. Returns a function that cancels it. */
  readonly afterPaint: (run: () => void) => () => void
}

/**
 * Gives turns to drawing that can wait a little. While somebody types, a turn comes right after the page has painted a key, because the next key is
 * the furthest away then: a key never waits for more than what was begun before it. While nobody types, a turn comes after each paint.
 */
export class DrawingTurns {
  readonly #clock: DrawingClock
  readonly #waiting = new Set<() => void>()
  readonly #listeners = new Set<() => void>()
  #isTyping = false
  #lastTurn = -Infinity
  /** How a planned turn is withdrawn. One that comes after a paint stays planned: keys that come faster than paints must not put it off for ever. */
  #planned: { readonly comes: 'afterPaint' | 'later'; readonly cancel: () => void } | undefined
  #cancelEnd: (() => void) | undefined

  constructor(clock: DrawingClock) {
    this.#clock = clock
  }

  readonly isTyping = (): boolean => this.#isTyping

  /** Calls the listener when somebody begins to type, and when they have stopped. Returns a function that ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** To be called for each key that is typed. */
  noteKey(): void {
    this.#cancelEnd?.()
    this.#cancelEnd = this.#clock.afterMs(TYPING_MS, () => this.#setTyping(false))
    this.#setTyping(true)
    this.#planAfterPaint()
  }

  /** Runs the work once in the next turn. Returns a function that withdraws it. */
  request(work: () => void): () => void {
    // A function of its own for each call, so that the same work can wait twice.
    const own = (): void => work()
    this.#waiting.add(own)
    this.#plan()
    return () => this.#waiting.delete(own)
  }

  #plan(): void {
    if (this.#planned) return
    if (!this.#isTyping) return this.#planAfterPaint()
    const ms = Math.max(0, this.#lastTurn + LONGEST_WAIT_MS - this.#clock.now())
    this.#planned = { comes: 'later', cancel: this.#clock.afterMs(ms, () => this.#turn()) }
  }

  #planAfterPaint(): void {
    if (this.#planned?.comes === 'afterPaint') return
    this.#planned?.cancel()
    this.#planned = { comes: 'afterPaint', cancel: this.#clock.afterPaint(() => this.#turn()) }
  }

  #turn(): void {
    this.#planned = undefined
    this.#lastTurn = this.#clock.now()
    const works = [...this.#waiting]
    this.#waiting.clear()
    for (const work of works) {
      // One that fails takes nobody else's turn.
      try {
        work()
      } catch (thrown) {
        reportError(thrown)
      }
    }
  }

  #setTyping(isTyping: boolean): void {
    if (isTyping === this.#isTyping) return
    this.#isTyping = isTyping
    if (!isTyping && this.#waiting.size > 0) this.#planAfterPaint()
    for (const listener of this.#listeners) listener()
  }
}
