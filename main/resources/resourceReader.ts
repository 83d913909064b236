import type { AccountId, ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { ResourceContents, ResourceItem } from '../../shared/domain/resourceContents'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import type { Emitter } from '../lib/emitter'
import { ResourceCache, type CopyOwner } from './resourceCache'
import { truncateBytes } from '../lib/truncateBytes'

/** The result of a read, and how long the server calls it fresh. */
export interface SourceRead {
  readonly items: readonly ResourceItem[]
  readonly bytes: number
  readonly ttlMs?: number
  /** True when questions were answered during the read. The result is then only for this request. */
  readonly asked: boolean
}

/** The part of the connection pool that reads resources. */
export interface ReadSource {
  readResource(
    serverId: ServerId,
    ask: { readonly uri: string; readonly accountId?: AccountId | undefined },
    signal: AbortSignal,
  ): Promise<SourceRead>
  readonly resourceUpdates: Emitter<{ readonly serverId: ServerId; readonly uri: string }>
  /** Emits when a server will be started in another way, perhaps with another account. */
  readonly relaunched: Emitter<ServerId>
}

export interface ReadChoice {
  /** Asks the server even if a copy is fresh. */
  readonly again?: boolean | undefined
  /** Returns the contents without cutting them. */
  readonly whole?: boolean | undefined
  /** The account that reads, if it is not the default one. */
  readonly accountId?: AccountId | undefined
}

export interface ReaderDeps {
  readonly source: ReadSource
  readonly clock: Clock
  readonly limits: () => Limits
}

/**
 * Reads resources, and owns the copies that servers still call fresh. A copy is returned only for the same server, account and address. So
 * nothing private is shared. Nothing is stored on disk (2026-07-28, caching).
 */
export class ResourceReader implements Disposable {
  readonly #deps: ReaderDeps
  readonly #copies: ResourceCache
  readonly #stops: readonly (() => void)[]

  constructor(deps: ReaderDeps) {
    this.#deps = deps
    this.#copies = new ResourceCache(deps.limits)
    this.#stops = [
      deps.source.resourceUpdates.subscribe(({ serverId, uri }) => this.#copies.outdate(serverId, uri)),
      deps.source.relaunched.subscribe((serverId) => this.#copies.forget(serverId)),
    ]
  }

  /**
   * Reads from the server, or returns a copy that is still fresh. If the server cannot be reached, returns the last copy with the reason.
   * @throws {AppError} NOT_FOUND when the server has no such resource.
   */
  async read(
    serverId: ServerId,
    uri: string,
    { again = false, whole = false, accountId }: ReadChoice,
    signal: AbortSignal,
  ): Promise<ResourceContents> {
    const fresh = again ? undefined : this.#copies.fresh({ serverId, accountId }, uri, this.#deps.clock.now())
    const contents = fresh ?? (await this.#ask({ serverId, accountId }, uri, signal))
    return whole ? contents : { ...contents, items: truncateItems(contents.items, this.#deps.limits().resultBytesToScreen) }
  }

  [Symbol.dispose](): void {
    for (const stop of this.#stops) stop()
  }

  async #ask(owner: CopyOwner, uri: string, signal: AbortSignal): Promise<ResourceContents> {
    const { serverId, accountId } = owner
    const sentAt = this.#copies.version(owner)
    let read: SourceRead
    try {
      read = await this.#deps.source.readResource(serverId, { uri, accountId }, signal)
    } catch (thrown) {
      const kept = this.#copies.last(owner, uri)
      const error = AppError.from(thrown)
      if (!kept || signal.aborted || !unreachable.has(error.code)) throw error
      return { ...kept, stale: error.toData() }
    }
    const { items, bytes, ttlMs = 0, asked } = read
    const readAt = this.#deps.clock.now()
    const freshUntil = ttlMs > 0 && !asked ? readAt + ttlMs : undefined
    const contents: ResourceContents = { serverId, uri, items, bytes, readAt, ...(freshUntil !== undefined && { freshUntil }) }
    if (freshUntil !== undefined) this.#copies.keep(owner, contents, sentAt)
    return contents
  }
}

/** Errors without an answer from the server. An error that the server itself returns may mean that it revoked the access. */
const unreachable = new Set(['SERVER_UNREACHABLE', 'SERVER_NOT_READY', 'SERVER_EXITED', 'INTERRUPTED', 'TIMED_OUT'])

/**
 * Pure: returns the beginning of the items, with at most this many bytes of text and blob in total. Items that are emptied or shortened are
 * marked.
 */
function truncateItems(items: readonly ResourceItem[], bytes: number): readonly ResourceItem[] {
  let left = bytes
  return items.map((item) => {
    const { text, blob, ...rest } = item
    const size = text === undefined ? (blob?.length ?? 0) : Buffer.byteLength(text)
    if (size <= left) {
      left -= size
      return item
    }
    const room = left
    left = 0
    // Base64 is cut at groups of four characters, so that its beginning can still be decoded.
    return {
      ...rest,
      ...(text === undefined ? { blob: blob?.slice(0, room - (room % 4)) ?? '' } : { text: truncateBytes(text, room) }),
      cut: true,
    }
  })
}
