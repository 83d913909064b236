import { emptyCatalog, type Catalog } from '../../shared/domain/catalog'
import type { ActiveSession } from './activeSession'

/** Owner of the last known offer of one server. Keeps it while the server is away, until something newer is known. */
export class OfferedCatalog {
  readonly #onCatalog: () => void
  #current: Catalog = emptyCatalog

  /** @param onCatalog Runs when the offered catalog changes. */
  constructor(onCatalog: () => void) {
    this.#onCatalog = onCatalog
  }

  get current(): Catalog {
    return this.#current
  }

  /** Clears the offer without telling anyone. The caller knows about the change. */
  clear(): void {
    this.#current = emptyCatalog
  }

  /** Clears the offer and reports the change. */
  withdraw(): void {
    this.clear()
    this.#onCatalog()
  }

  /** Offers the catalog of a session. `show` publishes the state of the session before the change is reported. */
  offer(session: ActiveSession, catalog: Catalog, show: () => void): void {
    this.#current = session.marked(catalog)
    show()
    this.#onCatalog()
  }

  /** Keeps the same offer with newer times, after it was read again. */
  renew(catalog: Catalog): void {
    this.#current = { ...catalog, notices: this.#current.notices }
  }
}
