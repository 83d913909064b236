/** Merges the events of several parallel tasks, in the order in which they happen, for one reader. */
export class EventQueue<T> {
  readonly #waiting: T[] = []
  #ended = false
  #wake: (() => void) | undefined

  push(event: T): void {
    if (this.#ended) return
    this.#waiting.push(event)
    this.#wake?.()
  }

  /** Ends the queue. Events that were pushed before are still delivered; later ones are dropped. */
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
