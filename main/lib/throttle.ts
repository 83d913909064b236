/** Hands values on at most once in so many milliseconds, and always the last one. */
export class Throttle<T> {
  readonly #ms: number
  readonly #hand: (value: T) => void
  #latest: { readonly value: T } | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(ms: number, hand: (value: T) => void) {
    this.#ms = ms
    this.#hand = hand
  }

  push(value: T): void {
    this.#latest = { value }
    if (this.#timer) return
    this.#flush()
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#latest) this.push(this.#latest.value)
    }, this.#ms)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#flush()
  }

  #flush(): void {
    const latest = this.#latest
    this.#latest = undefined
    if (latest) this.#hand(latest.value)
  }
}
