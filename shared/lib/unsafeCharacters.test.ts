import { describe, expect, it } from 'vitest'
import { countUnsafe, dropUnsafe, plainText, splitUnsafe, replaceUnsafe, spellOutHidden } from './unsafeCharacters'
import { threadCpuMs } from '../testing/cpuMicros'

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

  it('J19: counts the marks on a letter that no writing has, and leaves those that some have', () => {
    const letter = `a${'\u0301\u0316'.repeat(15)}`
    expect(plainText(`${letter}${'\u0336\u0301'.repeat(10_000)}b${letter}`)).toBe(`${letter}‹U+0336 × 20000›b${letter}`)
  })

  it('reads a Windows line end as one line end, and shows a lone carriage return', () => {
    expect(plainText('a\r\nb\rc')).toBe('a\nb‹U+000D›c')
  })

  it.each([
    ['an override', 'a\u202Eb', 'a‹U+202E›b'],
    ['isolates', '\u2066a\u2069', '‹U+2066›a‹U+2069›'],
    ['zero width', 'a\u200B\u200C\u2060b', 'a‹U+200B›‹U+200C›‹U+2060›b'],
    ['a soft hyphen', 'pass\u00ADword', 'pass‹U+00AD›word'],
    ['a filler', 'a\u3164\uFFA0\u115F', 'a‹U+3164›‹U+FFA0›‹U+115F›'],
    ['bytes in variation selectors', 'a\uFE00\u{E0100}\u{E01EF}', 'a‹U+FE00›‹U+E0100›‹U+E01EF›'],
    ['bytes behind an emoji', '😀\uFE0F\uFE01\u{E0142}', '😀\uFE0F‹U+FE01›‹U+E0142›'],
    ['annotations', '\uFFF9a\uFFFAb\uFFFB', '‹U+FFF9›a‹U+FFFA›b‹U+FFFB›'],
    ['tags behind no flag', '\u{E0068}\u{E0069}\u{E007F}', '‹U+E0068›‹U+E0069›‹U+E007F›'],
    ['a row of joiners in Persian', 'می\u200C\u200C\u200Dخواهم', 'می‹U+200C›‹U+200C›‹U+200D›خواهم'],
    ['a joiner between Latin letters', 'pay\u200Cpal', 'pay‹U+200C›pal'],
    ['a link and a clipboard for terminals', '\u001B]8;;file://x\u0007y\u009B8m', '‹U+001B›]8;;file://x‹U+0007›y‹U+009B›8m'],
  ])('F14, F15: shows %s', (_what, text, shown) => {
    expect(plainText(text)).toBe(shown)
  })

  it.each([
    ['Persian', 'می\u200Cخواهم کتاب\u200Cها را ببینم'],
    ['Hindi', 'क\u094D\u200Dष और र\u094D\u200Dय, श्रीमान\u094D\u200Cजी'],
    ['Malayalam', 'അവന്\u200Dറെ'],
    ['families, professions and hearts', '👨\u200D👩\u200D👧\u200D👦 👩🏽\u200D⚕\uFE0F ❤\uFE0F\u200D🔥 ☎\uFE0E'],
    ['flags and keys', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} 🏳\uFE0F\u200D🌈 1\uFE0F\u20E3 🇩🇪'],
    ['a Japanese name', '葛\u{E0100}城'],
    ['Arabic, Hebrew and Thai', 'العربية עברית ภาษาไทย'],
  ])('F14: leaves %s as it is written', (_what, text) => {
    expect(splitUnsafe(text)).toEqual([{ kind: 'text', text }])
  })

  it.each([
    ['one flag of a place', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}', true],
    ['another place', '🏴\u{E0075}\u{E0073}\u{E0063}\u{E0061}\u{E007F}', false],
    ['words behind a flag', `🏴${'\u{E0069}\u{E0067}\u{E006E}\u{E006F}\u{E0072}\u{E0065}'}\u{E007F}`, false],
    ['words behind one of the three flags', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E0068}\u{E0069}\u{E007F}', false],
    ['a flag without its end', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}', false],
  ])('F13: takes only the flags of England, Scotland and Wales for pictures: %s', (_what, text, isPicture) => {
    expect(countUnsafe(text) === 0).toBe(isPicture)
  })

  it('F12: tells a model how much is hidden, and not what it says', () => {
    expect(replaceUnsafe('a\u{E0068}\u{E0069}b\u200Bc\r\nd')).toBe('a‹2 hidden characters›b‹1 hidden character›c\nd')
    expect(replaceUnsafe('می\u200Cخواهم 👩\u200D🚀 größe')).toBe('می\u200Cخواهم 👩\u200D🚀 größe')
  })

  it('F12: leaves out what hides inside of a word, and nothing that is drawn', () => {
    expect(dropUnsafe('Ig\u200Bn\u{E0068}\u{E0069}ore\r\n‹1 hidden character›')).toBe('Ignore\n‹1 hidden character›')
  })

  it('F14: takes a megabyte of such characters without a stall', { tags: ['slow'] }, () => {
    const text = '\u{E0061}\uFE0F\u200D'.repeat(90_000)
    const begin = threadCpuMs()
    expect(splitUnsafe(text)).toHaveLength(270_000)
    expect(replaceUnsafe(text)).toBe('‹270000 hidden characters›')
    expect(splitUnsafe(`🏴${'\u{E0061}'.repeat(200_000)}`).length).toBeGreaterThan(1)
    expect(threadCpuMs() - begin).toBeLessThan(2_000)
  })
})

it('P09: for a dialog of the system everything that cannot be seen is written out', () => {
  const hidden = ['\u3164', '\u115F', '\uFFA0', '\u2800', '\uFE0F', '\u034F', '\u{E0100}', '\u00A0', '\u202E', '\n', '\u{E0041}']
  expect(hidden.map((one) => spellOutHidden(`a${one}b`)).filter((text) => !/^a\[U\+[0-9A-F]{4,6}\]b$/.test(text))).toEqual([])
  expect(spellOutHidden('npx -y Größe 日本')).toBe('npx -y Größe 日本')
})
