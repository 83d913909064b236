import { listKinds, type KnownLists } from '../session/knownDiscovery'
import type { Listed } from './pagination'
import type { Unread } from './parseEntries'

/** The lists of one reading as the server wrote them. */
export interface RawCatalogLists {
  /** Undefined when one of them was cut, failed or is still to come. */
  readonly lists: KnownLists | undefined
  /** When they were asked for, in milliseconds since 1970. */
  readonly listedAt: number
  /** About how large they came. */
  readonly bytes: number
}

/** Pure: what one reading brought. `read` has a place for each of `listKinds`, and is undefined while some are still to come. */
export function rawCatalogLists(listedAt: number, read: readonly (Listed | Unread | undefined)[] | undefined): RawCatalogLists {
  const lists: KnownLists = {}
  let bytes = 0
  for (const [index, kind] of listKinds.entries()) {
    const list = read?.[index]
    if (list === undefined) continue
    if ('fault' in list || list.notice !== undefined) return { lists: undefined, listedAt, bytes }
    const { items, ttlMs, isPublic } = list
    lists[kind] = { items, ttlMs, isPublic }
    bytes += list.bytes
  }
  return { lists: read && lists, listedAt, bytes }
}
