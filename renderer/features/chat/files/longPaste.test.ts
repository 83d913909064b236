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
  expect(pasteName('word '.repeat(100), 'Pasted').length).toBeLessThan(50)
})
