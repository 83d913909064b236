import { expect, it } from 'vitest'
import { nearestWord } from './nearestWord'

const known = ['sampling', 'samplingLimits', 'roots', 'env', 'read_file', 'write_file']

it.each([
  ['samplng', 'sampling'],
  ['sampilng', 'sampling'],
  ['Sampling', 'sampling'],
  ['samplingLimit', 'samplingLimits'],
  ['read_fiel', 'read_file'],
  ['envs', 'env'],
  ['rots', 'roots'],
  ['future', undefined],
  ['url', undefined],
  ['delete_file', undefined],
  ['', undefined],
])('of “%s” somebody probably meant %s', (word, meant) => {
  expect(nearestWord(word, known)).toBe(meant)
})

it('compares no word that is too long for a slip', () => {
  expect(nearestWord('x'.repeat(1_000_000), ['x'.repeat(1_000_001)])).toBeUndefined()
})
