import { expect, it } from 'vitest'
import { partialSuccess } from './partialSuccess'

it.each<[string, unknown, unknown]>([
  ['spans', { partialSuccess: { rejectedSpans: 2, errorMessage: ' too old ' } }, { rejected: 2, words: 'too old' }],
  ['points, as a text of JSON', { partialSuccess: { rejectedDataPoints: '3' } }, { rejected: 3, words: '' }],
  ['records', { partialSuccess: { rejectedLogRecords: 1, errorMessage: 7 } }, { rejected: 1, words: '' }],
  ['more than was sent', { partialSuccess: { rejectedSpans: 1e300 } }, { rejected: 5, words: '' }],
  ['a warning, with everything taken', { partialSuccess: { rejectedSpans: 0, errorMessage: 'deprecated' } }, undefined],
  ['less than nothing', { partialSuccess: { rejectedSpans: -4 } }, undefined],
  ['a half', { partialSuccess: { rejectedSpans: 0.5 } }, undefined],
  ['words for a number', { partialSuccess: { rejectedSpans: 'many' } }, undefined],
  ['an empty one, which means that all was taken', { partialSuccess: {} }, undefined],
  ['something else', { partialSuccess: [1] }, undefined],
  ['no object', 'ok', undefined],
])('of an answer with %s', (_, response, expected) => {
  expect(partialSuccess(response, 5)).toEqual(expected)
})

it('keeps the beginning of long words', () => {
  const { words = '' } = partialSuccess({ partialSuccess: { rejectedSpans: 1, errorMessage: 'x'.repeat(1_000_000) } }, 1) ?? {}
  expect([words.length <= 301, words.startsWith('xxx')]).toEqual([true, true])
})
