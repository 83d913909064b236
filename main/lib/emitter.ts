/** A typed list of listeners. `subscribe` returns the function that unsubscribes. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>()

  subscribe(listener: (value: T) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  emit(value: T): void {
    for (const listener of this.#listeners) listener(value)
  }
}
