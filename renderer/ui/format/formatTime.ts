import { isMoment } from '../../../shared/i18n/createFormats'
import { t, translator } from '../../i18n/t'
import { formatElapsed } from './formatDuration'

/** Formats the age of a time for lists: `12 s`, `3 min`, `5 h`, `Yesterday`, then a date. */
export function formatAge(at: number, now: number): string {
  if (isToday(at, now)) return formatElapsed(Math.max(0, now - at))
  return daysBetween(at, now) <= 1 ? t('ui.age.yesterday') : translator().date(at)
}

/** Formats the age of a time within a sentence: `just now`, `12 s ago`, `yesterday`, `on 12 Nov 2026`. */
export function formatTimeAgo(at: number, now: number): string {
  if (now - at < 5000) return t('ui.ago.now')
  if (isToday(at, now)) return t('ui.ago', { duration: formatElapsed(now - at) })
  return daysBetween(at, now) <= 1 ? t('ui.day.yesterday') : t('ui.day.date', { at })
}

/** Formats the time of day: `14:02`. */
export function formatClock(at: number): string {
  return translator().time(at)
}

/** Formats the time of day with seconds: `14:02:11`. With `exact`, also with milliseconds: `14:02:11.038`. */
export function formatTime(at: number, exact = false): string {
  const second = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  return translator().time(at, exact ? { ...second, fractionalSecondDigits: 3 } : second)
}

/** Formats the day within a sentence: `today`, `yesterday`, `on 12 Nov 2026`. */
export function formatDay(at: number, now: number): string {
  const days = daysBetween(at, now)
  if (days <= 0) return t('ui.day.today')
  return days === 1 ? t('ui.day.yesterday') : t('ui.day.date', { at })
}

/** Formats a past or future time: `today 13:40`, `tomorrow 09:00`, `3 Sep 2026`. */
export function formatWhen(at: number, now: number): string {
  const days = daysBetween(now, at)
  if (days === 0) return t('ui.when.today', { at })
  if (days === 1) return t('ui.when.tomorrow', { at })
  return days === -1 ? t('ui.when.yesterday', { at }) : translator().date(at)
}

/** Pure: returns a time for the `dateTime` of a `<time>`: `2026-11-27T13:40:00.000Z`. Returns undefined for what is no moment. */
export function isoTime(at: number): string | undefined {
  return isMoment(at) ? new Date(at).toISOString() : undefined
}

/** Whether the time was less than a day ago and on the same day in the person's time zone. */
function isToday(at: number, now: number): boolean {
  return now - at < 86_400_000 && new Date(at).getDate() === new Date(now).getDate()
}

function daysBetween(from: number, to: number): number {
  return Math.round((startOfDay(to) - startOfDay(from)) / 86_400_000)
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}
