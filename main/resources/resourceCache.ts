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
interface CopyStore {
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

/** Copies of resources in memory: one store for each server and account, bounded in bytes, the one read first thrown out first. */
export class ResourceCache {
  readonly #limits: () => Limits
  readonly #stores = new Map<ServerId, Map<AccountId | undefined, CopyStore>>()

  constructor(limits: () => Limits) {
    this.#limits = limits
  }

  fresh(owner: CopyOwner, uri: string, now: number): ResourceContents | undefined {
    const copy = this.#storeOf(owner).copies.get(uri)
    return copy && !copy.outdated && now < (copy.contents.freshUntil ?? 0) ? copy.contents : undefined
  }

  /** The last copy, fresh or not. */
  last(owner: CopyOwner, uri: string): ResourceContents | undefined {
    return this.#storeOf(owner).copies.get(uri)?.contents
  }

  /** Stands for what the server has told so far; a read that began before a change must not be kept after it. */
  version(owner: CopyOwner): number {
    return this.#storeOf(owner).version
  }

  keep(owner: CopyOwner, contents: ResourceContents, version: number): void {
    const store = this.#storeOf(owner)
    this.#drop(store, contents.uri)
    if (store.version !== version || contents.bytes > this.#limits().resourceBytesCached) return
    store.copies.set(contents.uri, { contents, outdated: false })
    store.bytes += contents.bytes
    for (const uri of store.copies.keys()) {
      if (store.bytes <= this.#limits().resourceBytesCached) return
      this.#drop(store, uri)
    }
  }

  /** The server says that a resource has changed: it, or what it is a part of. */
  outdate(serverId: ServerId, uri: string): void {
    for (const store of this.#stores.get(serverId)?.values() ?? []) {
      store.version++
      for (const [known, copy] of store.copies) if (isSubresource(uri, known)) copy.outdated = true
    }
  }

  /** Nothing that was read from a server so far is given out again. */
  forget(serverId: ServerId): void {
    for (const store of this.#stores.get(serverId)?.values() ?? []) {
      store.version++
      store.copies.clear()
      store.bytes = 0
    }
  }

  #storeOf({ serverId, accountId }: CopyOwner): CopyStore {
    const ofServer = this.#stores.get(serverId) ?? new Map<AccountId | undefined, CopyStore>()
    this.#stores.set(serverId, ofServer)
    const store = ofServer.get(accountId) ?? { copies: new Map<string, Copy>(), bytes: 0, version: 0 }
    ofServer.set(accountId, store)
    return store
  }

  #drop(store: CopyStore, uri: string): void {
    store.bytes -= store.copies.get(uri)?.contents.bytes ?? 0
    store.copies.delete(uri)
  }
}
