import type { Era } from '../../shared/domain/connection'

/** How long a result may be given out again, and to whom, as a 2026 server says it (2026-07-28, caching). */
export interface CacheHints {
  /** Milliseconds from when it came; absent where the server says nothing, which means: not at all. */
  readonly ttlMs?: number
  readonly scope?: 'public' | 'private'
}

/** A day: a server's word of a year would outlive everything that could correct it. */
const LONGEST_MS = 24 * 60 * 60 * 1000

/** Reads `ttlMs` and `cacheScope` of a result. What is no positive number means stale at once; older servers have no word for it. */
export function cacheHints(raw: Readonly<Record<string, unknown>>, era: Era): CacheHints {
  if (era === '2025') return {}
  const { ttlMs, cacheScope } = raw
  return {
    ...(typeof ttlMs === 'number' && ttlMs > 0 && { ttlMs: Math.min(ttlMs, LONGEST_MS) }),
    ...((cacheScope === 'public' || cacheScope === 'private') && { scope: cacheScope }),
  }
}
