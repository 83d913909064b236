import type { Catalog } from '../../shared/domain/catalog'
import type { ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/limits'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import { readCatalog } from './catalog'
import type { Link } from './link'

/** Changes come in bursts: the lists are read this long after the first, and not more often than with this pause. */
const BURST_MS = 300
const PAUSE_MS = 1_000

export interface CatalogKeeperDeps {
  readonly serverId: ServerId
  readonly limits: () => Limits
  readonly clock: Clock
  readonly onCatalog: (catalog: Catalog) => void
}

/** Reads what one link offers, and reads it again when the server says that it has changed. */
export class CatalogKeeper {
  readonly #deps: CatalogKeeperDeps
  readonly #life: AbortSignal
  #link: Link | undefined
  #refreshing: Promise<void> | undefined
  #dirty = false

  /** @param life Ends with the link. */
  constructor(deps: CatalogKeeperDeps, life: AbortSignal) {
    this.#deps = deps
    this.#life = life
  }

  /** Reads the lists for the first time. @throws {AppError} when they cannot be read. */
  async begin(link: Link, signal: AbortSignal): Promise<Catalog> {
    const catalog = await readCatalog(link, this.#deps.limits(), signal)
    this.#link = link
    if (this.#dirty) this.changed()
    return catalog
  }

  /** The server says that its lists have changed. */
  changed(): void {
    this.#dirty = true
    if (!this.#link || this.#refreshing) return
    this.refresh().catch((thrown: unknown) => {
      if (!this.#life.aborted) log('warn', 'The lists of a server could not be read again', { server: this.#deps.serverId, error: thrown })
    })
  }

  /** Reads the lists again, or joins the reading that is about to begin. @throws {AppError} */
  refresh(): Promise<void> {
    this.#dirty = true
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  async #refresh(): Promise<void> {
    for (let pause = BURST_MS; this.#link && this.#dirty; pause = PAUSE_MS) {
      await this.#deps.clock.sleep(pause, this.#life)
      this.#dirty = false
      const catalog = await readCatalog(this.#link, this.#deps.limits(), this.#life)
      if (!this.#life.aborted) this.#deps.onCatalog(catalog)
    }
  }
}
