import { expect, it } from 'vitest'
import { backoffMs, isRetryable, retryAfterMs } from './otlpRetry'

const now = Date.parse('2026-11-23T12:00:00Z')

// Each row catches a pause that is too short for the collector, or that would end telemetry until Parley is started again.
it.each([
  ['3', 3_000],
  [' 0 ', 0],
  ['Mon, 23 Nov 2026 12:00:07 GMT', 7_000],
  ['Mon, 23 Nov 2026 11:00:00 GMT', 0],
  ['999999999999', 300_000],
  ['9'.repeat(64), 300_000],
  ['9'.repeat(65), undefined],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 300_000],
  ['-1x', undefined],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After: %s asks for a pause of %s ms', (header, expected) => {
  expect(retryAfterMs(header, now)).toBe(expected)
})

it('waits longer from attempt to attempt, not quite regularly, and never longer than five seconds', () => {
  expect([1, 2, 3, 4, 5, 50].map((attempt) => backoffMs(attempt, 0.5))).toEqual([1_000, 1_500, 2_250, 3_375, 5_000, 5_000])
  expect([backoffMs(1, 0), backoffMs(1, 1)]).toEqual([800, 1_200])
})

it('tries again only where the protocol says that it may help', () => {
  expect([200, 307, 400, 401, 403, 404, 408, 413, 429, 500, 501, 502, 503, 504].filter(isRetryable)).toEqual([429, 502, 503, 504])
})
