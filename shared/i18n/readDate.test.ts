import { expect, it } from 'vitest'
import { isDateTime } from '../elicitation/textFormats'
import { readDate, readDateTime } from './readDate'

it.each([
  '24.12.1980',
  '24. 12. 1980',
  '24/12/1980',
  '12/24/1980',
  '24-12-1980',
  '1980-12-24',
  '1980/12/24',
  '24 December 1980',
  'Dec 24, 1980',
])('reads %s', (text) => {
  expect(readDate(text)).toBe('1980-12-24')
})

it.each([
  ['24. Dezember 1980', '1980-12-24'],
  ['3. März 2026', '2026-03-03'],
  ['3rd May 2026', '2026-05-03'],
  ['3. Mai 2026', '2026-05-03'],
  ['3/4/2026', '2026-04-03'],
])('reads %s as %s', (text, date) => {
  expect(readDate(text)).toBe(date)
})

it.each(['', '24.12.80', '31.2.2026', '12.24.1980', '2026', 'tomorrow', '24.12.1980 18:30', '24;12;1980', '24 Xyz 1980'])(
  'takes %j for no date',
  (text) => {
    expect(readDate(text)).toBeUndefined()
  },
)

it('reads a moment with a zone as it is, and one without as a moment here', () => {
  expect(readDateTime('2026-12-31T18:30:00Z')).toBe('2026-12-31T18:30:00Z')
  expect(readDateTime('31.12.2026 18:30 +02:00')).toBe('2026-12-31T18:30:00+02:00')
  expect(readDateTime('31 Dec 2026, 6:30 pm UTC')).toBe('2026-12-31T18:30:00Z')
  for (const text of ['31.12.2026 18:30', '31.12.2026, 18:30 Uhr', '2026-12-31 18:30', '12/31/2026 6:30 PM']) {
    const read = readDateTime(text) ?? ''
    expect([isDateTime(read), new Date(read).getTime()]).toEqual([true, new Date(2026, 11, 31, 18, 30).getTime()])
  }
})

it.each([
  '31.12.2026',
  '18:30',
  '31.12.2026 25:00',
  '31.12.2026 18:61',
  '31.12.2026 13:00 pm',
  '31.2.2026 18:30',
  '31.12.2026 18:30 +99:00',
])('takes %j for no moment', (text) => {
  expect(readDateTime(text)).toBeUndefined()
})
