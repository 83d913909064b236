import { localeFacts, locales } from './locale'
import { normalizeText } from '../lib/limitCombiningMarks'

/** Longer texts are no dates that a person types. */
const LONGEST = 80

/** The months of all languages by their first three letters without accents. They are the same where two languages share them. */
const months = new Map(
  locales.flatMap((locale) =>
    Array.from({ length: 12 }, (_, month): [string, number] => {
      const name = new Intl.DateTimeFormat(localeFacts[locale].intl, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month, 15))
      return [monthKey(name), month + 1]
    }),
  ),
)

/**
 * Pure: reads a date as people write it: `24.12.1980`, `24/12/1980`, `12/24/1980` (where only that is possible), `24 December 1980`,
 * `Dec 24, 1980`, `24. Dezember 1980`, `1980-12-24`. The year has four digits. Returns `1980-12-24`, or undefined.
 */
export function readDate(text: string): string | undefined {
  const given = normalizeText(text.trim(), 'NFKC')
  if (given.length > LONGEST) return undefined
  const parts = given.split(/[\s.,/-]+/).filter((part) => part !== '')
  if (parts.length !== 3 || /[^\p{L}\p{N}\s.,/-]/u.test(given)) return undefined
  const [one = '', two = '', three = ''] = parts
  if (/^\d{4}$/.test(one)) return dateOf(one, two, three)
  if (monthOf(one) !== undefined) return dateOf(three, String(monthOf(one)), day(two))
  if (monthOf(two) !== undefined) return dateOf(three, String(monthOf(two)), day(one))
  // The day comes first in the languages of Parley. With slashes, Americans put it second.
  return dateOf(three, two, one) ?? (given.includes('/') ? dateOf(three, one, two) : undefined)
}

/**
 * Reads a date and a time as people write them: `24.12.2026 18:30`, `24 Dec 2026, 6:30 pm`, `2026-12-24T18:30:00Z`. Without a time zone, this
 * computer's counts. Returns an RFC 3339 `date-time`, or undefined.
 */
export function readDateTime(text: string): string | undefined {
  const given = normalizeText(text.trim(), 'NFKC')
  if (given.length > LONGEST) return undefined
  const [time, hour = '', minute = '', second = '00', half = '', zone = ''] =
    /(?<=[\sT,])(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)? ?(am|pm|uhr)? ?(z|utc|gmt|[-+]\d{2}:?\d{2})?$/i.exec(given) ?? []
  if (time === undefined) return undefined
  const date = readDate(given.slice(0, -time.length).replace(/[T,\s]$/, ''))
  const hours = hourOf(Number(hour), half.toLowerCase())
  if (date === undefined || hours === undefined || Number(minute) > 59 || Number(second) > 59) return undefined
  const clock = `${String(hours).padStart(2, '0')}:${minute}:${second}`
  const offset = zone === '' ? localOffset(new Date(`${date}T${clock}`)) : offsetOf(zone)
  return offset === undefined ? undefined : `${date}T${clock}${offset}`
}

function day(part: string): string {
  return part.replace(/(?:st|nd|rd|th)$/i, '')
}

function dateOf(year: string, month: string, dayOfMonth: string): string | undefined {
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(dayOfMonth)) return undefined
  const iso = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  const at = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== iso ? undefined : iso
}

function monthOf(part: string): number | undefined {
  return /^\p{L}{3,}$/u.test(part) ? months.get(monthKey(part)) : undefined
}

function monthKey(name: string): string {
  return name.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').slice(0, 3)
}

function hourOf(hour: number, half: string): number | undefined {
  if (half === 'am' || half === 'pm') return hour < 1 || hour > 12 ? undefined : (hour % 12) + (half === 'pm' ? 12 : 0)
  return hour > 23 ? undefined : hour
}

function offsetOf(zone: string): string | undefined {
  if (/^[a-z]/i.test(zone)) return 'Z'
  const [hours, minutes] = [zone.slice(1, 3), zone.slice(-2)]
  return Number(hours) > 23 || Number(minutes) > 59 ? undefined : `${zone.slice(0, 1)}${hours}:${minutes}`
}

/** How far this computer's time is from UTC at a moment: `+01:00`. */
function localOffset(at: Date): string | undefined {
  const minutes = -at.getTimezoneOffset()
  if (Number.isNaN(minutes)) return undefined
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
}
