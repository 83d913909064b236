import { expect, it } from 'vitest'
import { isLongPaste, pasteName } from './longPaste'

it('takes a long text for a file, and an address or a few lines for text', () => {
  expect(isLongPaste('x'.repeat(10_000))).toBe(false)
  expect(isLongPaste('x'.repeat(10_001))).toBe(true)
  expect(isLongPaste(`${'a\n'.repeat(199)}a`)).toBe(false)
  expect(isLongPaste('a\n'.repeat(200))).toBe(true)
  expect(isLongPaste(`https://example.com/?${'x'.repeat(20_000)}`)).toBe(false)
})

it('names it by its first words, and by none that a file system or a reader would stumble over', () => {
  expect(pasteName('\n  2026-11-24 ERROR: ../../etc\nsecond', 'Pasted')).toBe('2026-11-24 ERROR etc.txt')
  expect(pasteName('***', 'Pasted')).toBe('Pasted.txt')
  // No word is cut in two, but for one that is too long.
  expect(pasteName('The report of the third quarter that was pasted', 'Pasted')).toBe('The report of the third quarter that was.txt')
  expect(pasteName('The report of the third quarter which was pasted', 'Pasted')).toBe('The report of the third quarter which.txt')
  expect(pasteName('x'.repeat(50), 'Pasted')).toBe(`${'x'.repeat(40)}.txt`)
  expect(pasteName('word '.repeat(100), 'Pasted').length).toBeLessThan(50)
})
