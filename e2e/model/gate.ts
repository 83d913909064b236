/** A gate that a test opens. Opening it releases all waiting code. Code that comes later does not wait. */
export class Gate {
  readonly #opened = Promise.withResolvers<void>()

  get opened(): Promise<void> {
    return this.#opened.promise
  }

  open(): void {
    this.#opened.resolve()
  }
}
