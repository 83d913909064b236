import type { DiscoverResult } from '@modelcontextprotocol/client'
import * as z from 'zod'
import { AccountId } from '../../shared/domain/ids'
import { cacheHints } from '../parsing/cacheHints'

/** One whole list as the server wrote it, with the cache hints of its pages (2026-07-28, caching). */
const KnownList = z.object({
  items: z.array(z.unknown()).readonly(),
  /** The shortest time for which the server calls a page fresh, in milliseconds after it came. */
  ttlMs: z.number().positive(),
  /** Whether the server calls every page the same for everybody. */
  isPublic: z.boolean(),
})

/** The lists of a server that are kept. */
export const listKinds = ['tools', 'prompts', 'resources', 'templates', 'skills'] as const

const KnownLists = z.partialRecord(z.enum(listKinds), KnownList)
/** The lists of a server, by kind. One that the server does not offer is absent. */
export type KnownLists = z.infer<typeof KnownLists>

/**
 * What a server of the 2026 era said of itself and listed in its last connection, with the times at which Parley asked, in milliseconds since
 * 1970. While its server calls all of it fresh, the next connection begins with it and asks nothing first.
 */
export const KnownDiscovery = z.object({
  /** Identifies what was asked: `DiscoverySubject.asked`. */
  asked: z.string(),
  /** The account that was told; absent for a local server. */
  accountId: AccountId.optional(),
  /** Whether the server calls all of it the same for everybody. */
  isPublic: z.boolean(),
  discover: z.custom<DiscoverResult>((value) => typeof value === 'object' && value !== null),
  discoveredAt: z.number(),
  lists: KnownLists,
  listedAt: z.number(),
})
export type KnownDiscovery = z.infer<typeof KnownDiscovery>

/** Who asks a server. Another launch, another account or another declaration of Parley may be told something else. */
export interface DiscoverySubject {
  /** Hash of everything that the server may make its answers depend on, apart from the account. */
  readonly asked: string
  readonly accountId: AccountId | undefined
}

/** What was read in one session. */
export interface Discovered {
  readonly discover: DiscoverResult
  readonly discoveredAt: number
  readonly lists: KnownLists
  readonly listedAt: number
}

/**
 * Pure: what may be kept of a session for the next one. Nothing, if the server calls a part of it stale at once (no `ttlMs`, or 0). A part that
 * is not called `public` makes all of it private (2026-07-28, caching).
 */
export function knownDiscovery({ asked, accountId }: DiscoverySubject, found: Discovered): KnownDiscovery | undefined {
  const { ttlMs = 0, scope } = cacheHints(found.discover, '2026')
  if (!(ttlMs > 0) || listsOf(found).some((list) => !(list.ttlMs > 0))) return undefined
  const isPublic = scope === 'public' && listsOf(found).every((list) => list.isPublic)
  return { asked, ...(accountId !== undefined && { accountId }), isPublic, ...found }
}

/**
 * Pure: whether a connection may begin with a known result: it was told to the same launch, the server calls all of it fresh, and it is public
 * or was told to the same account. A clock that was set back makes it unusable, because nobody knows how old it is then.
 */
export function mayUse(known: KnownDiscovery, now: number, { asked, accountId }: DiscoverySubject): boolean {
  if (known.asked !== asked) return false
  if (!known.isPublic && known.accountId !== accountId) return false
  return now >= Math.max(known.discoveredAt, known.listedAt) && now < freshUntil(known)
}

/** Pure: until when the server calls all of it fresh. */
export function freshUntil(found: Discovered): number {
  const { ttlMs = 0 } = cacheHints(found.discover, '2026')
  return Math.min(found.discoveredAt + ttlMs, ...listsOf(found).map((list) => found.listedAt + list.ttlMs))
}

function listsOf({ lists }: Pick<Discovered, 'lists'>): readonly z.infer<typeof KnownList>[] {
  return Object.values(lists).filter((list) => list !== undefined)
}
