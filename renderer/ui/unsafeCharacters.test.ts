import { describe, expect, it } from 'vitest'
import { plainText, splitUnsafe } from './unsafeCharacters'

describe('splitUnsafe', () => {
  it('sets apart a character that reverses the reading direction', () => {
    expect(splitUnsafe('a\u202Eb')).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'character', code: 'U+202E' },
      { kind: 'text', text: 'b' },
    ])
  })

  it('sets apart zero-width, control and tag characters', () => {
    expect(plainText('x\u200By\u0007z\u{E0041}\uFEFF')).toBe('x‹U+200B›y‹U+0007›z‹U+E0041›‹U+FEFF›')
  })

  it('leaves lines, tabs, other scripts and joined emoji as they are', () => {
    const text = 'one\n\ttwo Привет 你好 👩‍🚀 ❤️‍🔥'
    expect(splitUnsafe(text)).toEqual([{ kind: 'text', text }])
  })

  it('shows a joiner that joins no emoji', () => {
    expect(plainText('pay\u200Dpal')).toBe('pay‹U+200D›pal')
  })

  it('reads a Windows line end as one line end, and shows a lone carriage return', () => {
    expect(plainText('a\r\nb\rc')).toBe('a\nb‹U+000D›c')
  })
})
