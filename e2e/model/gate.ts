/** A door that a test opens: whoever waits at it goes on then, and whoever comes later does not wait at all. */
export class Gate {
  readonly #opened = Promise.withResolvers<void>()

  get opened(): Promise<void> {
    return this.#opened.promise
  }

  open(): void {
    this.#opened.resolve()
  }
}
