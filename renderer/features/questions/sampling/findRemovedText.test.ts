import { expect, it } from 'vitest'
import { workedMs } from '../../../testing/workMeter'
import { findRemovedText } from './findRemovedText'

it.each([
  ['nothing of a text that was only added to', 'One two', 'One and two', []],
  ['a sentence', 'It is null. Northwind is affected first. Run it.', 'It is null. Run it.', ['Northwind is affected first.']],
  ['words in several places, in their order', 'a b c d e', 'b d', ['a', 'c', 'e']],
  ['what was replaced', 'It is red', 'It is blue', ['red']],
  ['all of it', 'Gone now', '', ['Gone now']],
])('finds %s', (_name, before, after, removed) => {
  expect(findRemovedText(before, after)).toEqual(removed)
})

it('takes little time for texts of any length', () => {
  const long = (word: string): string => Array.from({ length: 50_000 }, (_, n) => `${word}${n}`).join(' ')
  const before = long('a')
  const after = long('b')
  const begun = workedMs()
  expect(findRemovedText(before, after)).toEqual([before])
  expect(workedMs() - begun).toBeLessThan(1_000)
})
