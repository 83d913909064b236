import type { Era } from '../../shared/domain/connectionState'

/** How long a result may be reused, and for whom, as a 2026 server says (2026-07-28, caching). */
export interface CacheHints {
  /** Milliseconds after it arrived. Absent if the server says nothing, which means that it must not be reused. */
  readonly ttlMs?: number
  readonly scope?: 'public' | 'private'
}

/** One day. A longer time from a server could keep a wrong result for too long. */
const LONGEST_MS = 24 * 60 * 60 * 1000

/**
 * Reads `ttlMs` and `cacheScope` of a result. A value that is not a positive number means stale at once. 2025 servers have no cache hints.
 */
export function cacheHints(raw: Readonly<Record<string, unknown>>, era: Era): CacheHints {
  if (era === '2025') return {}
  const { ttlMs, cacheScope } = raw
  return {
    ...(typeof ttlMs === 'number' && ttlMs > 0 && { ttlMs: Math.min(ttlMs, LONGEST_MS) }),
    ...((cacheScope === 'public' || cacheScope === 'private') && { scope: cacheScope }),
  }
}
