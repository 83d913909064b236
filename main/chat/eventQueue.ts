/** Events of several things that run side by side, in the order in which they happen, for one reader. */
export class EventQueue<T> {
  readonly #waiting: T[] = []
  #ended = false
  #wake: (() => void) | undefined

  push(event: T): void {
    if (this.#ended) return
    this.#waiting.push(event)
    this.#wake?.()
  }

  /** What was pushed before still comes; what is pushed after is dropped. */
  end(): void {
    this.#ended = true
    this.#wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const event = this.#waiting.shift()
      if (event !== undefined) yield event
      else if (this.#ended) return
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
    }
  }
}
