/** Pure: returns the month, year and month as `2026-11`, so many months later; earlier with a negative number. */
export function monthsLater(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const date = new Date(year, number - 1 + count, 1)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
}

/** Pure: returns noon of a day or of the first day of a month, in milliseconds since 1970, for a format. */
export function noonOf(date: string): number {
  return Date.parse(`${date.length === 7 ? `${date}-01` : date}T12:00`)
}
