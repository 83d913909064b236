import { createHash, timingSafeEqual } from 'node:crypto'

/** What an authorization server sent back through the browser (RFC 6749, section 4.1.2; RFC 9207). */
export interface Callback {
  readonly state: string
  readonly iss?: string
  readonly code?: string
  readonly error?: string
  readonly errorDescription?: string
}

const LONGEST = 8 * 1024
const once = ['state', 'iss', 'code', 'error', 'error_description'] as const

/**
 * Pure: reads the query that a browser came back with, or the address that a person pasted: the whole of it, or only what follows the
 * question mark. Nothing for what is no such answer: too long, without a state, or with a name twice (RFC 6749, section 3.1).
 */
export function parseCallback(text: string): Callback | undefined {
  const trimmed = text.trim()
  if (trimmed.length > LONGEST) return undefined
  const query = new URLSearchParams(queryOf(trimmed))
  if (once.some((name) => query.getAll(name).length > 1)) return undefined
  const value = (name: (typeof once)[number]): string | undefined => query.get(name) ?? undefined
  const [state, iss, code, error, errorDescription] = once.map(value)
  if (!state || (!code && !error)) return undefined
  return {
    state,
    ...(iss !== undefined && { iss }),
    ...(code && { code }),
    ...(error && { error }),
    ...(errorDescription !== undefined && { errorDescription }),
  }
}

/** Pure: whether two states are the same, in a time that does not tell how much of them is. */
export function sameState(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

function queryOf(text: string): string {
  const start = text.indexOf('?')
  if (start < 0) return text
  const end = text.indexOf('#', start)
  return text.slice(start + 1, end < 0 ? undefined : end)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
