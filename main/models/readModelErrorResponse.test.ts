import { expect, it } from 'vitest'
import { readModelErrorResponse, readRetryAfter } from './readModelErrorResponse'

it.each([
  [{ 'retry-after': '17' }, 17],
  [{ 'retry-after': '0.5' }, 1],
  [{ 'retry-after-ms': '2400', 'retry-after': '60' }, 3],
  [{ 'retry-after': 'Tue, 24 Nov 2026 12:00:20 GMT' }, 20],
  [{ 'retry-after': 'Tue, 24 Nov 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': '-5 soon' }, undefined],
  [{ 'retry-after': '-5' }, undefined],
  [{ 'retry-after': '0x10' }, undefined],
  [{ 'retry-after': '1e99' }, undefined],
  [{ 'retry-after': '9'.repeat(30) }, 2_592_000],
  [{ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, 2_592_000],
  [{ 'retry-after': '' }, undefined],
  [{}, undefined],
])('reads from %j how long to wait', (headers: Record<string, string>, seconds) => {
  expect(readRetryAfter(headers, Date.UTC(2026, 10, 24, 12))).toBe(seconds)
})

it.each([
  ['{"error":{"message":"No","type":"a","code":"B"}}', { message: 'No', kinds: ['a', 'b'] }],
  ['{"type":"error","error":{"type":"overloaded_error","message":"Busy"}}', { message: 'Busy', kinds: ['overloaded_error'] }],
  [
    '{"type":"response.failed","response":{"error":{"code":"rate_limit_exceeded","message":"Slow down"}}}',
    { message: 'Slow down', kinds: ['rate_limit_exceeded'] },
  ],
  ['{"error":"model not found"}', { message: 'model not found', kinds: [] }],
  [
    '[{"error":{"status":"RESOURCE_EXHAUSTED","details":[{"retryDelay":"36.5s"}]}}]',
    { kinds: ['resource_exhausted'], retryAfterSeconds: 37 },
  ],
  ['<html>', { kinds: [] }],
  ['null', { kinds: [] }],
  [undefined, { kinds: [] }],
  [`{"error":{"message":"${'x'.repeat(100_000)}"}}`, { kinds: [] }],
])('reads the error of %j', (body, refusal) => {
  expect(readModelErrorResponse(body)).toEqual(refusal)
})
