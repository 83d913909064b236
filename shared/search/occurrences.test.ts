import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { occurrencesOf } from './occurrences'

const all = (text: string, wanted: string): readonly string[] => occurrencesOf(wanted)(text).map(({ start, end }) => text.slice(start, end))

describe('what is marked', () => {
  // Catches: half of a letter, an accent without its letter, or the letter beside the one that was found.
  it.each([
    ['Straße, ßs', 's', ['S', 'ß', 'ß', 's']],
    ['ßß', 's', ['ß', 'ß']],
    ['sßs', 'ss', ['sß']],
    ['İstanbul İi', 'i', ['İ', 'İ', 'i']],
    ['DİN', 'n', ['N']],
    ['ﬁﬂ ﬃ', 'f', ['ﬁ', 'ﬂ', 'ﬃ']],
    ['cafe\u0301s', 'e', ['e\u0301']],
    ['cafe\u0301', 'CAFÉ', ['cafe\u0301']],
    ['o\u031B\u0309 o', 'o', ['o\u031B\u0309', 'o']],
    ['\u304B\u3099き', 'が', ['\u304B\u3099']],
    ['\u1112\u1161\u11AB국', '한', ['\u1112\u1161\u11AB']],
    ['한국', '\u1112\u1161\u11AB', ['한']],
    ['कि', 'कि', ['कि']],
    ['👩‍👩‍👧 👩', '👩', ['👩‍👩‍👧', '👩']],
    ['👍🏽👍', '👍', ['👍🏽', '👍']],
    ['🇩🇪🇪🇸', '🇪🇸', ['🇪🇸']],
    ['🇩🇪\u0301', '🇩🇪', ['🇩🇪\u0301']],
    ['Parley', 'arl', ['arl']],
    ['a´b c', '´', ['´']],
    ['´\u200D ´', '´', ['´', '´']],
    ['𝐀b', 'ab', ['𝐀b']],
    ['\uD83D a', 'a', ['a']],
    [`a${'\u0301'.repeat(100)}b`, 'a', [`a${'\u0301'.repeat(100)}`]],
  ])('in %j of %j', (text, wanted, marked) => {
    expect(all(text, wanted)).toEqual(marked)
  })

  const letters = [
    'a',
    'A',
    's',
    'S',
    'ß',
    'ẞ',
    'i',
    'I',
    'İ',
    'ı',
    'ﬃ',
    'é',
    'e',
    '\u0301',
    '\u0307',
    '\u0315',
    '\u200D',
    '\uFE0F',
    ' ',
    '\n',
    '\u00A0',
    '´',
    '👩',
    '🏽',
    '🇩',
    '🇪',
    '\u1112',
    '\u1161',
    '\u11AB',
    '한',
    'か',
    '\u3099',
    'क',
    'ि',
    'ς',
    'Σ',
    'ﷺ',
    '\uD83D',
    '\uDC00',
    '\u00AD',
  ]
  const text = fc.array(fc.constantFrom(...letters), { maxLength: 12 }).map((parts) => parts.join(''))

  it('is whole, in order, in its place, and reads as what was looked for', () => {
    fc.assert(
      fc.property(text, text, text, (before, wanted, after) => {
        const whole = before + wanted + after
        const marks = occurrencesOf(wanted)(whole)
        let last = 0
        for (const { start, end } of marks) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          // Neither half of a character, nor a letter without its accents. Those behind a space belong to nothing.
          if (!/\s/u.test(whole.charAt(end - 1))) expect(whole.slice(end)).not.toMatch(/^(?:\p{M}|[\uDC00-\uDFFF](?<=[\uD800-\uDBFF].))/u)
          expect(isPair(whole, start) || isPair(whole, end)).toBe(false)
          // What is marked holds what was looked for, also without all that stands around it.
          expect(occurrencesOf(wanted)(whole.slice(start, end))).toEqual([{ start: 0, end: end - start }])
          last = end
        }
      }),
      { numRuns: 3_000 },
    )
  })

  it('is there for each time that a word stands alone', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (wanted, times) => {
        const word = wanted.trim().replace(/^\p{M}+/u, '')
        fc.pre(all(word, word).length === 1)
        expect(occurrencesOf(word)(Array.from({ length: times }, () => word).join(' | '))).toHaveLength(times)
      }),
      { examples: [['´\u200D', 2]] },
    )
  })
})

/** Whether a place is between the halves of a character. */
function isPair(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, at - 1), at + 1))
}
