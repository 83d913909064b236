import { expect, it } from 'vitest'
import { limitCombiningMarks } from './fewMarks'

it('takes time with the length only, however marks are heaped', () => {
  const begin = process.cpuUsage()
  for (const two of ['\u0301\u0316', '\u0316\uFF9E', '\u0344\u0316'])
    limitCombiningMarks(two.repeat(100_000)).normalize('NFKC').normalize('NFD')
  expect(process.cpuUsage(begin).user).toBeLessThan(1_000_000)
})

it('leaves writing alone, and all letters that stand between heaps', () => {
  const heap = 'a' + '\u0301'.repeat(50)
  expect(limitCombiningMarks('Việt Nam, हिन्दी, ｶﾞ')).toBe('Việt Nam, हिन्दी, ｶﾞ')
  expect(limitCombiningMarks(heap + 'b').length).toBe(32)
})
