const LENGTH = 64

/**
 * Maps the names of a request's tools and the ids of their calls to characters that every provider accepts, and tool names back again. The
 * mapping is valid for one request.
 */
export class GenerationToolNames {
  readonly #toModel = new Map<string, string>()
  readonly #fromModel = new Map<string, string>()
  readonly #calls = new Map<string, string>()

  constructor(tools: readonly { readonly name: string }[]) {
    for (const { name } of tools) this.toolFor(name)
  }

  toolFor(name: string): string {
    const known = this.#toModel.get(name)
    if (known !== undefined) return known
    const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, LENGTH) || 'tool'
    const own = this.#fromModel.has(plain) ? `${plain.slice(0, LENGTH - 5)}_${this.#fromModel.size}` : plain
    this.#toModel.set(name, own)
    this.#fromModel.set(own, name)
    return own
  }

  /** Returns the request's own name for a tool that a model named. A name that the model made up is returned unchanged. */
  nameOf(modelName: string): string {
    return this.#fromModel.get(modelName) ?? modelName
  }

  callFor(id: string): string {
    const known = this.#calls.get(id)
    if (known !== undefined) return known
    const own = `call_${this.#calls.size + 1}`
    this.#calls.set(id, own)
    return own
  }
}
