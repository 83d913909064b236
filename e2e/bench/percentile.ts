/** Returns the smallest value that is at least as large as the given share of all values (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('There is no percentile of nothing')
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** Returns the middle value, or the mean of the two values in the middle. */
export function median(values: readonly number[]): number {
  return (
    (percentile(values, 0.5) +
      percentile(
        values.map((value) => -value),
        0.5,
      ) *
        -1) /
    2
  )
}
