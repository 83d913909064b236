import { formatAge, formatClock } from '../../ui/format/formatTime'

/** Pure: when something was used last, for lists: the time of day today, then `Yesterday`, then a date. */
export function formatLastUse(at: number, now: number): string {
  return new Date(at).toDateString() === new Date(now).toDateString() ? formatClock(at) : formatAge(at, now)
}
