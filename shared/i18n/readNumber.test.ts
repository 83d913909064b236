import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTranslator } from './translator'
import { readNumber } from './readNumber'

const both = (text: string) => [readNumber(text, 'en'), readNumber(text, 'de')]

it.each([
  ['1,80', 1.8, 1.8],
  ['0,02', 0.02, 0.02],
  ['0.02', 0.02, 0.02],
  ['.5', 0.5, 0.5],
  ['1.234', 1.234, 1234],
  ['1,234', 1234, 1.234],
  ['0,123', 0.123, 0.123],
  ['1.234,56', 1234.56, 1234.56],
  ['1,234,567.5', 1234567.5, 1234567.5],
  ['1.234.567', 1234567, 1234567],
  ['1 234 567,5', 1234567.5, 1234567.5],
  ['1’234.50', 1234.5, 1234.5],
  [' −3 ', -3, -3],
  ['+7', 7, 7],
  ['2e6', 2e6, 2e6],
])('reads %s as people write it', (text, en, de) => {
  expect(both(text)).toEqual([en, de])
})

it.each([
  '',
  ' ',
  '0x10',
  '0b1',
  'Infinity',
  'NaN',
  '1_000',
  '1,2,3',
  '1.23.4',
  '1,23,456',
  '12.34,5.6',
  '1e',
  'e5',
  '--1',
  '5 €',
  '1e999',
])('takes %j for no number', (text) => {
  expect(both(text)).toEqual([undefined, undefined])
})

it('reads what Parley itself writes, in each language', async () => {
  for (const locale of ['en', 'de'] as const) {
    const { number } = await createTranslator(locale)
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.nat(999), (whole, part) => {
        const value = Number(`${whole}.${part}`)
        expect(readNumber(number(value, { maximumFractionDigits: 3 }), locale)).toBe(value)
        expect(readNumber(String(whole), locale)).toBe(whole)
      }),
    )
  }
})
