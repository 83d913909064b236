import type { Catalog } from '../../shared/domain/catalog'
import type { ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import { AppError } from '../../shared/errors/appError'
import { errorMessage } from '../../shared/i18n/errorText'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import type { RawCatalogLists } from './rawCatalogLists'
import { knownCatalog, readCatalog } from './readCatalog'
import { isSameCatalog } from './isSameCatalog'
import type { KnownDiscovery } from '../session/knownDiscovery'
import type { ProtocolSession } from '../session/protocolSession'

/** Changes come in bursts. The lists are read this long after the first change, and then at most once per `PAUSE_MS`. */
const BURST_MS = 300
const PAUSE_MS = 1_000
/**
 * A short time to live does not oblige Parley to ask that often (2026-07-28, caching). Used lists are read again at most once in this time.
 */
const USE_PAUSE_MS = 10_000

export interface CatalogLoaderDeps {
  readonly serverId: ServerId
  readonly limits: () => Limits
  readonly clock: Clock
  /** `isNew` is false when the lists are unchanged and only their time is new. */
  readonly onCatalog: (catalog: Catalog, isNew: boolean) => void
  /** What each reading brought, before it is offered. */
  readonly onListed: (session: ProtocolSession, read: RawCatalogLists) => void
}

/**
 * Reads what a server offers in one session. Reads it again when the server reports a change, and when it is used after its time to live.
 */
export class CatalogLoader {
  readonly #deps: CatalogLoaderDeps
  readonly #life: AbortSignal
  #session: ProtocolSession | undefined
  #catalog: Catalog | undefined
  #refreshing: Promise<void> | undefined
  #dirty = false
  #freshening: Promise<void> | undefined
  #triedAt = 0
  #readings = 0
  /** Whether the lists are those of an earlier session, and none has been read in this one. */
  #isKnown = false

  /** @param life Aborts when the session ends. */
  constructor(deps: CatalogLoaderDeps, life: AbortSignal) {
    this.#deps = deps
    this.#life = life
  }

  /** Reads the lists for the first time. @throws {AppError} when they cannot be read. */
  async begin(session: ProtocolSession, signal: AbortSignal): Promise<Catalog> {
    const catalog = await this.#read(session, signal)
    this.#session = session
    this.#catalog = catalog
    if (this.#dirty) this.changed()
    return catalog
  }

  /** Offers the lists that are known of an earlier session, without asking the server. */
  async adopt(session: ProtocolSession, known: KnownDiscovery): Promise<Catalog> {
    const catalog = await knownCatalog(session, this.#deps.limits(), known)
    this.#isKnown = true
    this.#session = session
    this.#catalog = catalog
    if (this.#dirty) this.changed()
    return catalog
  }

  /** Whether the lists are those of an earlier session, and none has been read in this one. */
  get isKnown(): boolean {
    return this.#isKnown
  }

  /**
   * Call this before a request is sent. Lists of an earlier session are relied on only while the server calls them fresh: after that, and after
   * a report of a change, this resolves when they were read. Returns undefined if there is nothing to wait for.
   * @throws {AppError} when they cannot be read.
   */
  relied(): Promise<void> | undefined {
    if (!this.#isKnown) return undefined
    const { freshUntil = 0, stale } = this.#catalog ?? {}
    if (this.#refreshing) return this.#refreshing
    return stale !== undefined || this.#deps.clock.now() >= freshUntil ? this.readAgain() : undefined
  }

  /** Reads the lists again at once, or joins a reading under way. @throws {AppError} when they cannot be read. */
  readAgain(): Promise<void> {
    this.#freshening ??= this.#again().finally(() => {
      this.#freshening = undefined
    })
    return this.#freshening
  }

  /** The newest catalog, which may hold lists that came after the first reading. */
  get current(): Catalog | undefined {
    return this.#catalog
  }

  /** Handles a server's report that its lists have changed. */
  changed(): void {
    this.#dirty = true
    if (!this.#session || this.#refreshing) return
    this.refresh().catch((thrown: unknown) => {
      if (!this.#life.aborted) log('warn', 'The lists of a server could not be read again', { server: this.#deps.serverId, error: thrown })
    })
  }

  /**
   * Reads the lists again, or joins a read that is about to begin.
   * @throws {AppError} when they cannot be read. The old lists then stay, marked as stale.
   */
  refresh(): Promise<void> {
    this.#dirty = true
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  /** Call this before the lists are used. Reads them again if the server no longer calls them fresh. The catalog shows a failure. */
  freshen(): Promise<void> {
    const now = this.#deps.clock.now()
    const { freshUntil = Infinity, stale } = this.#catalog ?? {}
    if (!this.#session || (now < freshUntil && stale === undefined)) return Promise.resolve()
    if (!this.#freshening && now - this.#triedAt < USE_PAUSE_MS) return Promise.resolve()
    // A failure has already marked the old lists as stale.
    return this.readAgain().catch(() => undefined)
  }

  async #refresh(): Promise<void> {
    for (let pause = BURST_MS; this.#session && this.#dirty; pause = PAUSE_MS) {
      await this.#deps.clock.sleep(pause, this.#life)
      this.#dirty = false
      await this.#again(true)
    }
  }

  async #again(isNew = false): Promise<void> {
    const before = this.#catalog
    if (!this.#session || !before) return
    try {
      const catalog = await this.#read(this.#session, this.#life, before)
      this.#isKnown = false
      this.#offer(catalog, isNew || !(await isSameCatalog(before, catalog)))
    } catch (thrown) {
      const why = errorMessage(AppError.from(thrown))
      this.#offer({ ...before, stale: [{ id: 'errors.catalog.listsUnread', params: { why } }] }, true)
      throw thrown
    }
  }

  #read(session: ProtocolSession, signal: AbortSignal, before?: Catalog): Promise<Catalog> {
    const { clock, limits } = this.#deps
    this.#triedAt = clock.now()
    const reading = ++this.#readings
    const deps = {
      limits: limits(),
      now: () => clock.now(),
      sleep: (ms: number, end: AbortSignal) => clock.sleep(ms, end),
      before,
      onListed: (read: RawCatalogLists) => {
        if (reading === this.#readings && !this.#life.aborted) this.#deps.onListed(session, read)
      },
      // A newer reading knows more.
      onLate: (catalog: Catalog) => reading === this.#readings && this.#offer(catalog, true),
    }
    return readCatalog(session, deps, signal)
  }

  #offer(catalog: Catalog, isNew: boolean): void {
    if (this.#life.aborted) return
    this.#catalog = catalog
    this.#deps.onCatalog(catalog, isNew)
  }
}
