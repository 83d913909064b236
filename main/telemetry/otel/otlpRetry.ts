/** The status codes after which a batch may be sent once more (OpenTelemetry Protocol 1.x, "Retryable Response Codes"). */
const RETRYABLE = [429, 502, 503, 504]
/** As many attempts, and as far apart, as the exporters of the SDK make them, whose own code for it is not for others to use. */
export const ATTEMPTS = 5
const FIRST_MS = 1_000
const MOST_MS = 5_000
const FACTOR = 1.5
const JITTER = 0.2
/** A collector that asks for a longer pause is asked again after this one. */
const PAUSE_MS = 5 * 60_000

export function isRetryable(status: number): boolean {
  return RETRYABLE.includes(status)
}

/**
 * Pure: milliseconds until the next attempt. The wait grows, and a part of it is random, so that the programs of many people do not come
 * back to a collector in the same moment.
 * @param attempt the attempt that failed, from 1
 * @param random from 0 to 1
 */
export function backoffMs(attempt: number, random: number): number {
  return Math.min(FIRST_MS * FACTOR ** (attempt - 1) * (1 + JITTER * (2 * random - 1)), MOST_MS)
}

/**
 * Pure: how long a collector wants to be left alone, in milliseconds, at most five minutes. Undefined: it did not say.
 * @param header `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3)
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (text === '' || text.length > 64) return undefined
  const wanted = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isNaN(wanted) ? undefined : Math.min(Math.max(wanted, 0), PAUSE_MS)
}
