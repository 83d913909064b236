import type { Icon } from '../../shared/domain/catalog'
import type { ServerId } from '../../shared/domain/ids'
import { imageHeader } from '../../shared/lib/imageHeader'
import { ConcurrencyLimiter } from '../lib/concurrencyLimiter'
import { log } from '../lib/log'
import { untilAborted } from '../lib/untilAborted'
import { decideLink } from '../links/decideLink'
import { fetchIcon } from './fetchIcon'

const BYTES = 128 * 1024
/** Icons are shown at 48 points at most, on screens with two or three pixels per point. */
const SIDE = 1024
const KEPT = 500
const BYTES_KEPT = 16 * 1024 * 1024
/** How many icons of one server are fetched at the same time. The others wait, and a slow host holds up nobody's icons but its own. */
const FETCHES = 6
const RETRY_MS = 10 * 60_000

export interface IconCacheDeps {
  /** Every icon that a server lists: its own, and those of what it offers. */
  readonly listed: (serverId: ServerId) => Iterable<Icon>
  /** The origin that the user typed for a server; undefined for a local one. */
  readonly originOf: (serverId: ServerId) => string | undefined
  readonly now: () => number
}

export interface CheckedIcon {
  readonly dataUrl: string
}

interface Kept {
  readonly icon: Promise<CheckedIcon | null>
  readonly at: number
  bytes: number
  refused: boolean
}

/**
 * Owner of fetched and checked icons, in memory. Each is requested once, and a refused one not again for some minutes. Count and total size
 * are limited. The ones requested first are dropped first.
 */
export class IconCache implements Disposable {
  readonly #deps: IconCacheDeps
  readonly #kept = new Map<string, Kept>()
  readonly #fetches = new Map<ServerId, ConcurrencyLimiter>()
  readonly #closing = new AbortController()
  #bytes = 0

  constructor(deps: IconCacheDeps) {
    this.#deps = deps
  }

  /** Returns the picture as a `data:` address, or null if Parley does not show it. Fails when the server is gone or the signal aborts. */
  async read(serverId: ServerId, src: string, signal: AbortSignal): Promise<CheckedIcon | null> {
    const origin = this.#deps.originOf(serverId)
    if (!decideLink(src, 'icon', origin).open || !this.#isListed(serverId, src)) return null
    // The catalog already holds this icon, so it is not stored a second time.
    if (src.startsWith('data:')) return untilAborted(this.#load(serverId, src, origin), signal)
    // An icon is cached for the server that lists it, and for no other.
    const key = JSON.stringify([serverId, origin, src])
    const known = this.#kept.get(key)
    if (known && !(known.refused && this.#deps.now() - known.at > RETRY_MS)) return untilAborted(known.icon, signal)
    return untilAborted(this.#keep(key, this.#load(serverId, src, origin)), signal)
  }

  [Symbol.dispose](): void {
    this.#closing.abort()
    this.#kept.clear()
  }

  /** Keeps a load, which does not depend on its first caller. If that one leaves, the others still get the icon. */
  #keep(key: string, icon: Promise<CheckedIcon | null>): Promise<CheckedIcon | null> {
    const kept: Kept = { icon, at: this.#deps.now(), bytes: key.length, refused: false }
    this.#drop(key)
    this.#kept.set(key, kept)
    this.#bytes += kept.bytes
    this.#makeRoom()
    void icon.then((loaded) => {
      kept.refused = loaded === null
      if (!loaded || this.#kept.get(key) !== kept) return
      kept.bytes += loaded.dataUrl.length
      this.#bytes += loaded.dataUrl.length
      this.#makeRoom()
    })
    return icon
  }

  #makeRoom(): void {
    for (const key of this.#kept.keys()) {
      if (this.#kept.size <= KEPT && this.#bytes <= BYTES_KEPT) return
      this.#drop(key)
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0
    this.#kept.delete(key)
  }

  async #load(serverId: ServerId, src: string, origin: string | undefined): Promise<CheckedIcon | null> {
    try {
      const bytes = src.startsWith('data:') ? decoded(src) : origin && (await this.#fetchInTurn(serverId, src, origin))
      return bytes ? checked(bytes) : null
    } catch (thrown) {
      // A picture is decoration. If it does not come, the letter stays.
      if (!this.#closing.signal.aborted) log('info', 'An icon could not be fetched', { src: src.slice(0, 200), error: thrown })
      return null
    }
  }

  async #fetchInTurn(serverId: ServerId, src: string, origin: string): Promise<Uint8Array | undefined> {
    const places = this.#fetches.get(serverId) ?? new ConcurrencyLimiter(() => FETCHES)
    this.#fetches.set(serverId, places)
    const leave = await places.enter(this.#closing.signal)
    try {
      return await fetchIcon(src, origin, BYTES, this.#closing.signal)
    } finally {
      leave()
    }
  }

  #isListed(serverId: ServerId, src: string): boolean {
    for (const icon of this.#deps.listed(serverId)) if (icon.src === src) return true
    return false
  }
}

function decoded(src: string): Uint8Array {
  return Buffer.from(src.slice(src.indexOf(',') + 1), 'base64')
}

/** Accepts a small picture without animation. Checks its bytes and not its declared type. */
function checked(bytes: Uint8Array): CheckedIcon | null {
  const head = bytes.length <= BYTES ? imageHeader(bytes) : undefined
  if (!head || head.moves || head.width < 1 || head.height < 1 || head.width > SIDE || head.height > SIDE || head.pixels > SIDE ** 2)
    return null
  return { dataUrl: `data:${head.type};base64,${Buffer.from(bytes).toString('base64')}` }
}
