import type { AccountId, ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { ResourceContents } from '../../shared/domain/resourceContents'
import { isSubresource } from '../lib/isSubresource'

/** A copy, and whether the server has called it outdated. */
interface Copy {
  readonly contents: ResourceContents
  outdated: boolean
}

/** The copies of one account at one server, with their version. */
interface CopyStore {
  readonly copies: Map<string, Copy>
  bytes: number
  /** Increases with every change that the server reports. */
  version: number
}

/** The owner of copies. Copies of one account are never given to another account. */
export interface CopyOwner {
  readonly serverId: ServerId
  /** Absent for the default account. */
  readonly accountId?: AccountId | undefined
}

/**
 * Copies of resources in memory: one store per server and account, with a limit in bytes. The copy that was stored first is removed first.
 */
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

  /** Returns the last copy, fresh or not. */
  last(owner: CopyOwner, uri: string): ResourceContents | undefined {
    return this.#storeOf(owner).copies.get(uri)?.contents
  }

  /** Returns the current version. A read that began before a change must not be stored after it. */
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

  /** Marks copies as outdated: the server says that this resource, or a part of it, has changed. */
  outdate(serverId: ServerId, uri: string): void {
    for (const store of this.#stores.get(serverId)?.values() ?? []) {
      store.version++
      for (const [known, copy] of store.copies) if (isSubresource(uri, known)) copy.outdated = true
    }
  }

  /** Deletes all copies of a server. */
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
