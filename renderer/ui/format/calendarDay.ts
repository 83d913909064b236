const DAY_MS = 86_400_000

/** Pure: returns the day of a time in the person's time zone, in the format of a date field: `2026-11-27`. */
export function dayOf(at: number): string {
  const date = new Date(at)
  const pad = (part: number): string => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** Pure: returns the last moment of such a day. Returns undefined when the day is invalid or already over. */
export function endOfDay(day: string, now: number): number | undefined {
  const end = new Date(`${day}T23:59:59.999`).getTime()
  return Number.isNaN(end) || end < now ? undefined : end
}

/** Pure: returns the day one week from now. */
export function inAWeek(now: number): string {
  return dayOf(now + 7 * DAY_MS)
}
