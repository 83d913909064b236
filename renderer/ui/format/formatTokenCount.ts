/** Pure: a count in little room: `612`, `6.8k`, `20k`, `1.2m`. */
export function formatTokenCount(count: number): string {
  if (count < 1_000) return String(count)
  if (count < 1_000_000) return `${shortened(count / 1_000)}k`
  return `${shortened(count / 1_000_000)}m`
}

/** Never rounded up: what is left would seem to be less, or more was spent than there is. */
function shortened(count: number): string {
  return count < 100 ? String(Math.floor(count * 10) / 10) : String(Math.floor(count))
}
