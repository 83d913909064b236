/** Pure: a time as texts say it: in whole minutes from two minutes on, else in seconds. */
export function roundedTime(ms: number): { readonly unit: 'minutes' | 'seconds'; readonly count: number } {
  const inMinutes = ms >= 120_000
  return { unit: inMinutes ? 'minutes' : 'seconds', count: Math.round(ms / (inMinutes ? 60_000 : 1_000)) }
}
