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

it('takes two long texts that share nothing without a stall', () => {
  const text = (word: string): string => Array.from({ length: 20_000 }, (_, index) => `${word}${index}`).join(' ')
  const begin = workedMs()
  expect(diffWords(text('a'), text('b'))).toHaveLength(2)
  expect(workedMs() - begin).toBeLessThan(1_000)
})
