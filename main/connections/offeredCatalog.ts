import { emptyCatalog, type Catalog } from '../../shared/domain/catalog'
import type { ActiveSession } from './activeSession'

/** Owner of what one server offers, as far as is known: also while it is away, until something else is known. */
export class OfferedCatalog {
  readonly #onCatalog: () => void
  #current: Catalog = emptyCatalog

  /** @param onCatalog Another catalog is offered. */
  constructor(onCatalog: () => void) {
    this.#onCatalog = onCatalog
  }

  get current(): Catalog {
    return this.#current
  }

  /** Nothing that was offered before counts. Whoever changed that knows it. */
  clear(): void {
    this.#current = emptyCatalog
  }

  /** Nothing that was offered before counts, and everybody is told. */
  withdraw(): void {
    this.clear()
    this.#onCatalog()
  }

  /** Offers what was read in a session. `show` shows the session with it before anybody asks for more. */
  offer(session: ActiveSession, catalog: Catalog, show: () => void): void {
    this.#current = session.marked(catalog)
    show()
    this.#onCatalog()
  }

  /** The same offer was read again. */
  renew(catalog: Catalog): void {
    this.#current = { ...catalog, notices: this.#current.notices }
  }
}
