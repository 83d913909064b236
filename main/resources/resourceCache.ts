import type { AccountId, ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/limits'
import type { ResourceContents } from '../../shared/domain/resource'
import { isSubresource } from '../lib/isSubresource'

/** A copy, and whether it may still be given out without a word. */
interface Copy {
  readonly contents: ResourceContents
  outdated: boolean
}

/** The copies of one account at one server, and how often each address was called outdated. */
interface Shelf {
  readonly copies: Map<string, Copy>
  bytes: number
  /** Counts up with every change that the server tells of. */
  version: number
}

/** Whose copies: those of one account are given to no other. */
export interface CopyOwner {
  readonly serverId: ServerId
  /** Absent for the default account. */
  readonly accountId?: AccountId | undefined
}

/** Copies of resources in memory: a shelf for each server and account, bounded in bytes, the one read first thrown out first. */
export class ResourceCache {
  readonly #limits: () => Limits
  readonly #shelves = new Map<ServerId, Map<AccountId | undefined, Shelf>>()

  constructor(limits: () => Limits) {
    this.#limits = limits
  }

  fresh(owner: CopyOwner, uri: string, now: number): ResourceContents | undefined {
    const copy = this.#shelf(owner).copies.get(uri)
    return copy && !copy.outdated && now < (copy.contents.freshUntil ?? 0) ? copy.contents : undefined
  }

  /** The last copy, fresh or not. */
  last(owner: CopyOwner, uri: string): ResourceContents | undefined {
    return this.#shelf(owner).copies.get(uri)?.contents
  }

  /** Stands for what the server has told so far; a read that began before a change must not be kept after it. */
  version(owner: CopyOwner): number {
    return this.#shelf(owner).version
  }

  keep(owner: CopyOwner, contents: ResourceContents, version: number): void {
    const shelf = this.#shelf(owner)
    this.#drop(shelf, contents.uri)
    if (shelf.version !== version || contents.bytes > this.#limits().resourceBytesCached) return
    shelf.copies.set(contents.uri, { contents, outdated: false })
    shelf.bytes += contents.bytes
    for (const uri of shelf.copies.keys()) {
      if (shelf.bytes <= this.#limits().resourceBytesCached) return
      this.#drop(shelf, uri)
    }
  }

  /** The server says that a resource has changed: it, or what it is a part of. */
  outdate(serverId: ServerId, uri: string): void {
    for (const shelf of this.#shelves.get(serverId)?.values() ?? []) {
      shelf.version++
      for (const [known, copy] of shelf.copies) if (isSubresource(uri, known)) copy.outdated = true
    }
  }

  /** Nothing that was read from a server so far is given out again. */
  forget(serverId: ServerId): void {
    for (const shelf of this.#shelves.get(serverId)?.values() ?? []) {
      shelf.version++
      shelf.copies.clear()
      shelf.bytes = 0
    }
  }

  #shelf({ serverId, accountId }: CopyOwner): Shelf {
    const ofServer = this.#shelves.get(serverId) ?? new Map<AccountId | undefined, Shelf>()
    this.#shelves.set(serverId, ofServer)
    const shelf = ofServer.get(accountId) ?? { copies: new Map<string, Copy>(), bytes: 0, version: 0 }
    ofServer.set(accountId, shelf)
    return shelf
  }

  #drop(shelf: Shelf, uri: string): void {
    shelf.bytes -= shelf.copies.get(uri)?.contents.bytes ?? 0
    shelf.copies.delete(uri)
  }
}
