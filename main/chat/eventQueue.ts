/** Merges the events of several parallel tasks, in the order in which they happen, for one reader. */
export class EventQueue<T> {
  readonly #waiting: { readonly event: T; readonly handled: () => void }[] = []
  #ended = false
  #wake: (() => void) | undefined

  /** Resolves once the reader has handled the event, which is when it asks for the next one. Never, if the reader gives up before that. */
  push(event: T): Promise<void> {
    if (this.#ended) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ event, handled: resolve })
    this.#wake?.()
    return promise
  }

  /** Ends the queue. Events that were pushed before are still delivered; later ones are dropped. */
  end(): void {
    this.#ended = true
    this.#wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const next = this.#waiting.shift()
      if (next !== undefined) {
        yield next.event
        next.handled()
      } else if (this.#ended) return
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
    }
  }
}
