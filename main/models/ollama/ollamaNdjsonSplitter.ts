/** Cuts an answer of Ollama, one JSON document per line, into its lines. A line is searched for its end once, however many pieces it comes in. */
export class OllamaNdjsonSplitter {
  readonly #decoder = new TextDecoder()
  #begun: string[] = []

  /** Returns the lines that are complete now. */
  take(bytes: Uint8Array): readonly string[] {
    return this.#split(this.#decoder.decode(bytes, { stream: true }))
  }

  /** Returns the last line, which may have no end. */
  end(): readonly string[] {
    return this.#split(`${this.#decoder.decode()}\n`)
  }

  #split(text: string): readonly string[] {
    const [first = '', ...rest] = text.split('\n')
    this.#begun.push(first)
    return rest.flatMap((next) => {
      const line = this.#begun.join('')
      this.#begun = [next]
      return [line]
    })
  }
}
