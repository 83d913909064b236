/** The code and styles that a document of Parley's own build names. A browser asks for the icon only when it has drawn. */
const ASSET = /\/assets\/[\w.-]+\.(?:js|css)\b/g

/**
 * Knows when the first page has the code and styles that its document names. The host starts after that: while its code is evaluated, this
 * process answers nothing, and the browser is busy with the page's own code for just as long.
 */
export class FirstPage {
  readonly #asked = Promise.withResolvers<void>()
  readonly #served = Promise.withResolvers<void>()
  #missing: Set<string> | undefined

  /** Resolves when every file has been sent that the first document names. */
  get served(): Promise<void> {
    return this.#served.promise
  }

  /** Resolves when a browser has been sent the first document. */
  get asked(): Promise<void> {
    return this.#asked.promise
  }

  noteDocument(html: string): void {
    this.#missing ??= new Set(html.match(ASSET))
    this.#asked.resolve()
    this.#settle()
  }

  /** @param path The path of a file that has been handed to the system. */
  noteFile(path: string): void {
    this.#missing?.delete(path)
    this.#settle()
  }

  #settle(): void {
    if (this.#missing?.size === 0) this.#served.resolve()
  }
}
