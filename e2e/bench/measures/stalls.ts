import { atMost, type Row } from '../row'
import { ownMs, type Stall } from '../stall'

export const LONG_MS = 50
const VERY_LONG_MS = 250

/** Summarizes the stalls of the host's main thread during all other measurements. */
export function stallRows(stalls: readonly Stall[], control: readonly Stall[]): readonly Row[] {
  const over = (ms: number): readonly Stall[] => stalls.filter((stall) => ownMs(stall) > ms)
  const longest = Math.max(0, ...stalls.map(ownMs))
  const row = (ms: number): Row => ({
    measure: `main-thread stalls over ${ms} ms`,
    parley: ms === LONG_MS ? `longest ${Math.round(longest)} ms${places(over(ms))}` : '',
    comparedWith: `idle process ${control.filter(({ lateMs }) => lateMs > ms).length}`,
    value: over(ms).length,
    unit: 'stalls',
    goal: atMost(0),
  })
  return [row(LONG_MS), row(VERY_LONG_MS)]
}

function places(stalls: readonly Stall[]): string {
  const names = [...new Set(stalls.map(({ during }) => during))]
  return names.length === 0 ? '' : `: ${names.join('; ')}`
}
