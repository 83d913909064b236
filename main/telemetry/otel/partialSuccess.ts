import { isRecord } from '../../../shared/lib/json'
import { redactedStart } from '../../lib/redact'

/** A collector took a request, and not all that was in it. */
export interface PartialSuccess {
  readonly rejected: number
  /** Why, in the collector's own words, or '' if it said nothing. Without secrets. */
  readonly words: string
}

const WORDS = 300
const counters = ['rejectedSpans', 'rejectedDataPoints', 'rejectedLogRecords']

/**
 * Pure: what a collector did not take of a request that it answered with 200 (OpenTelemetry Protocol 1.x, "Partial Success"); undefined when
 * it took all. An answer that is none, or that counts more than was sent, costs nothing.
 * @param response as the SDK reads it, whatever is in it
 * @param count how much was sent
 */
export function partialSuccess(response: unknown, count: number): PartialSuccess | undefined {
  const said = isRecord(response) && isRecord(response['partialSuccess']) ? response['partialSuccess'] : {}
  // A 64-bit number is a text in JSON.
  const numbers = counters.map((name) => said[name]).filter((value) => typeof value === 'number' || typeof value === 'string')
  const rejected = Math.min(Number(numbers[0] ?? 0), count)
  if (!Number.isInteger(rejected) || rejected < 1) return undefined
  const words = said['errorMessage']
  return { rejected, words: typeof words === 'string' ? redactedStart(words, WORDS).trim() : '' }
}
