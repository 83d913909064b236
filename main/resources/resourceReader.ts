import type { AccountId, ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/limits'
import type { ResourceContents, ResourceItem } from '../../shared/domain/resource'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import type { Emitter } from '../lib/emitter'
import { ResourceCache, type CopyOwner } from './resourceCache'
import { truncateBytes } from '../lib/truncateBytes'

/** What a read brought, and how long the server calls it fresh. */
export interface SourceRead {
  readonly items: readonly ResourceItem[]
  readonly bytes: number
  readonly ttlMs?: number
  /** Questions were answered on the way: the result is for this one request alone. */
  readonly asked: boolean
}

/** The part of the connection pool that reads. */
export interface ReadSource {
  readResource(
    serverId: ServerId,
    ask: { readonly uri: string; readonly accountId?: AccountId | undefined },
    signal: AbortSignal,
  ): Promise<SourceRead>
  readonly resourceUpdates: Emitter<{ readonly serverId: ServerId; readonly uri: string }>
  /** A server is started in another way from now on, perhaps with another account. */
  readonly relaunched: Emitter<ServerId>
}

export interface ReadChoice {
  /** Asks the server in any case. */
  readonly again?: boolean | undefined
  /** Cuts nothing. */
  readonly whole?: boolean | undefined
  /** The account that reads, where it is not the default one. */
  readonly accountId?: AccountId | undefined
}

export interface ReaderDeps {
  readonly source: ReadSource
  readonly clock: Clock
  readonly limits: () => Limits
}

/**
 * Reads resources, and is the owner of the copies that servers still call fresh. A copy is given out only for the same server, account and
 * address; each has its own, so that nothing private is ever shared, and nothing is kept on disk (2026-07-28, caching).
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
   * Reads from the server, or gives the copy that is still fresh. When the server cannot be reached, the last copy is given with the reason.
   * @throws {AppError} NOT_FOUND where the server has no such resource.
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

/** Failures in which the server has said nothing. One that answers with an error may have taken the access away. */
const unreachable = new Set(['SERVER_UNREACHABLE', 'SERVER_NOT_READY', 'SERVER_EXITED', 'INTERRUPTED', 'TIMED_OUT'])

/** Pure: the beginning of what was read, at most so many bytes of text and blob together. Items that are left out or shortened are marked. */
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
    // Base64 is cut at whole groups of four, so that its beginning can still be read.
    return {
      ...rest,
      ...(text === undefined ? { blob: blob?.slice(0, room - (room % 4)) ?? '' } : { text: truncateBytes(text, room) }),
      cut: true,
    }
  })
}
