import { createHash, timingSafeEqual } from 'node:crypto'

/** The answer of an authorization server, sent through the browser (RFC 6749, section 4.1.2; RFC 9207). */
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
 * Pure: parses the query of a returning browser, or an address that a person pasted, in full or only after the question mark. Undefined if
 * it is too long, has no state, or repeats a name (RFC 6749, section 3.1).
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

/** Pure: compares two states in constant time. */
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
