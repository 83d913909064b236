import { expect, it } from 'vitest'
import { joinTexts, withoutSent } from './draftText'

// Catches a message that takes along what was typed while it was being sent, and one that stays in the field although it was sent.
it('of a draft goes exactly what was sent', () => {
  expect(withoutSent('first\n\nsecond', 'first')).toBe('second')
  expect(withoutSent('first ', 'first')).toBe('')
  expect(withoutSent('second', 'first')).toBe('second')
  expect(withoutSent('firstly', 'first')).toBe('firstly')
  expect(withoutSent('second', '')).toBe('second')
  for (const texts of [
    ['a', 'b'],
    ['a\n\nb', 'c'],
    ['a', ' c '],
    ['a', ''],
  ] as const) {
    expect(withoutSent(joinTexts(texts), texts[0])).toBe(texts[1])
  }
})
