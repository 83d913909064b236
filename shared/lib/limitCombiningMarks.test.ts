import { expect, it } from 'vitest'
import { markdownLink } from '../markdown/markdownLink'
import { foldWanted } from '../results/findFolded'
import { occurrencesOf } from '../search/occurrences'
import { cpuMicros } from '../testing/cpuMicros'
import { skeletonOf } from './confusableNames'
import { hasHeapsOfMarks, limitCombiningMarks, normalizeText } from './limitCombiningMarks'

it('takes time with the length only, however marks are heaped', () => {
  const spent = cpuMicros(() => {
    for (const two of ['\u0301\u0316', '\u0316\uFF9E', '\u0344\u0316'])
      limitCombiningMarks(two.repeat(100_000)).normalize('NFKC').normalize('NFD')
  })
  expect(spent).toBeLessThan(1_000_000)
})

// Catches: what reads the words of a model or a server, and stands still for minutes over one letter.
it.each([
  ['normalizeText', (text: string) => normalizeText(text, 'NFKC')],
  ['markdownLink', (text: string) => markdownLink('https://example.test/', text)],
  ['foldWanted', foldWanted],
  ['skeletonOf', skeletonOf],
  ['occurrencesOf', (text: string) => occurrencesOf(text)(text)],
])('J25: %s takes time with the length only, however marks are heaped', (_name, work) => {
  const heap = `a${'\u0315\u0300'.repeat(100_000)}`
  expect(cpuMicros(() => void work(heap))).toBeLessThan(1_500_000)
})

it('leaves writing alone, and all letters that stand between heaps', () => {
  const heap = 'a' + '\u0301'.repeat(50)
  expect(limitCombiningMarks('Việt Nam, हिन्दी, ｶﾞ')).toBe('Việt Nam, हिन्दी, ｶﾞ')
  expect(limitCombiningMarks(heap + 'b').length).toBe(32)
})

it('knows a text whose marks would hold a field up from one in any writing', () => {
  expect(hasHeapsOfMarks(`a${'\u0301'.repeat(80_000)}`)).toBe(true)
  expect(hasHeapsOfMarks(`a${'\u0301'.repeat(100)}`)).toBe(false)
  expect(hasHeapsOfMarks('Việt Nam, हिन्दी '.repeat(2_000).normalize('NFD'))).toBe(false)
})
