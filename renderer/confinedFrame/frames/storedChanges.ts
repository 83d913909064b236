/** The longest message about changes, as JSON, in UTF-16 code units. A longer one does not pass out of the frame. */
const MOST_JSON = 900_000
/** Changes are told at once, and then at most once in so many milliseconds. */
const TOGETHER_MS = 250

export type Change = readonly [name: string, value: string | null]

export interface StoredChangesOptions {
  readonly send: (changes: readonly Change[]) => void
  readonly now: () => number
  /** Runs a function when the running task has ended. */
  readonly soon: (run: () => void) => void
  readonly later: (ms: number, run: () => void) => void
}

/** Collects what an app changes in its storage, the last value of each entry, and tells it in messages that are not too long. */
export class StoredChanges {
  readonly #options: StoredChangesOptions
  readonly #waiting = new Map<string, string | null>()
  #sentAt = -Infinity
  #isPlanned = false
  #isUrgent = false

  constructor(options: StoredChangesOptions) {
    this.#options = options
  }

  /** Whether a value can be told at all: what JSON escapes has up to six times the length. */
  static fits(name: string, value: string): boolean {
    return JSON.stringify([name, value]).length <= MOST_JSON
  }

  add(name: string, value: string | null): void {
    this.#waiting.set(name, value)
    if (this.#isUrgent) return this.#options.soon(() => this.flush())
    if (this.#isPlanned) return
    this.#isPlanned = true
    const wait = this.#sentAt + TOGETHER_MS - this.#options.now()
    const run = (): void => {
      this.#isPlanned = false
      this.flush()
    }
    if (wait > 0) this.#options.later(wait, run)
    else this.#options.soon(run)
  }

  /** The document goes soon: nothing waits any more. */
  hurry(): void {
    this.#isUrgent = true
    this.flush()
  }

  flush(): void {
    let batch: Change[] = []
    let length = 0
    const send = (): void => {
      if (batch.length > 0) this.#options.send(batch)
      batch = []
      length = 0
    }
    for (const change of this.#waiting) {
      const size = JSON.stringify(change).length
      if (length + size > MOST_JSON) send()
      batch.push(change)
      length += size
    }
    send()
    this.#waiting.clear()
    this.#sentAt = this.#options.now()
  }
}
