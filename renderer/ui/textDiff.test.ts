import fc from 'fast-check'
import { expect, it } from 'vitest'
import { workedMs } from '../testing/workMeter'
import { countChanges, diffWords } from './textDiff'

const shown = (before: string, after: string): string =>
  diffWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `{-${text}-}`))
    .join('')

it('tells which words went and which came', () => {
  expect(shown('Changes fields of an issue. Others stay.', 'Changes fields of an issue. Read the file first.')).toBe(
    'Changes fields of an issue.{- Others stay.-}{+ Read the file first.+}',
  )
  expect(shown('', 'New words')).toBe('{+New words+}')
  expect(shown('Old words', '')).toBe('{-Old words-}')
  expect(shown('The same', 'The same')).toBe('The same')
})

it('does not tear a change apart for a word that happened to stay', () => {
  expect(shown('Send the old mail now', 'Print the new page later')).toBe('{-Send the old mail now-}{+Print the new page later+}')
})

it('counts words', () => {
  expect(countChanges(diffWords('one two three', 'one two three four five'))).toEqual({ added: 2, removed: 0 })
})

it('loses nothing: without what came it is the old text, without what went the new one', () => {
  const Text = fc.array(fc.constantFrom('a', 'b', 'c', 'the')).map((words) => words.join(' '))
  fc.assert(
    fc.property(Text, Text, (before, after) => {
      const without = (kind: string): string =>
        diffWords(before, after)
          .filter((piece) => piece.kind !== kind)
          .map(({ text }) => text)
          .join('')
      const words = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean)
      expect([words(without('added')), words(without('removed'))]).toEqual([words(before), words(after)])
    }),
  )
})

const repeated = (count: number, word: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => word(index)).join(' ')

it.each([
  ['that share nothing', (side: string) => repeated(20_000, (index) => `${side}${index}`)],
  [
    'whose words are alike but never in the same order',
    (side: string) => repeated(20_000, (index) => `w${(index * (side === 'a' ? 7_919 : 104_729)) % 17}`),
  ],
  ['with a change in every fiftieth word', (side: string) => repeated(50_000, (index) => (index % 50 === 0 ? `${side}${index}` : 'the'))],
  ['of long words that differ at their end', (side: string) => repeated(2_000, (index) => `${'x'.repeat(1_000)}${side}${index}`)],
])('takes two long texts %s without a stall', (_name, text) => {
  const begin = workedMs()
  expect(diffWords(text('a'), text('b')).length).toBeGreaterThan(1)
  expect(workedMs() - begin).toBeLessThan(1_000)
})

it('shows what stayed at both ends of a change that is too large to be compared', () => {
  const text = (side: string): string => `First words. ${repeated(20_000, (index) => `${side}${index}`)} Last words.`
  expect(diffWords(text('a'), text('b')).map(({ kind, text: words }) => [kind, words.length > 40 ? 'long' : words])).toEqual([
    ['same', 'First words.'],
    ['removed', 'long'],
    ['added', 'long'],
    ['same', ' Last words.'],
  ])
})
