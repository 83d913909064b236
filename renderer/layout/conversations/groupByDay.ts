/** One group of a list that is sorted by time: its day and its items. */
export interface DayGroup<T> {
  readonly day: 'today' | 'yesterday' | 'earlier'
  readonly items: readonly T[]
}

/** Pure: groups items by the day of their last use in the person's time zone, newest first. Leaves out empty groups. */
export function groupByDay<T>(items: readonly T[], timeOf: (item: T) => number, now: Date): readonly DayGroup<T>[] {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).getTime()
  const sorted = items.toSorted((one, other) => timeOf(other) - timeOf(one))
  const groups: readonly DayGroup<T>[] = [
    { day: 'today', items: sorted.filter((item) => timeOf(item) >= today) },
    { day: 'yesterday', items: sorted.filter((item) => timeOf(item) < today && timeOf(item) >= yesterday) },
    { day: 'earlier', items: sorted.filter((item) => timeOf(item) < yesterday) },
  ]
  return groups.filter((group) => group.items.length > 0)
}
