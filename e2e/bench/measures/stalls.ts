import { under, type Row } from '../row'
import { ownMs, type Stall } from '../stall'

export const LONG_MS = 50

/**
 * Summarizes the stalls of the host's main thread during all other measurements.
 * @param idle what a process beside it saw that did nothing
 */
export function stallRow(stalls: readonly Stall[], idle: readonly Stall[]): Row {
  const longest = (of: readonly Stall[]): number => Math.max(0, ...of.map(ownMs))
  const long = stalls.filter((stall) => ownMs(stall) > LONG_MS)
  return {
    measure: 'longest main-thread stall',
    parley: `${Math.round(longest(stalls))} ms, ${long.length} over ${LONG_MS} ms${places(long)}`,
    comparedWith: `idle process ${Math.round(longest(idle))} ms`,
    value: Math.max(0, longest(stalls) - longest(idle)),
    unit: 'ms',
    goal: under(LONG_MS),
    // With the time in which it had no processor: where that is long, Parley also waits longer for the disk and for new processes.
    control: { what: 'idle process late by', value: Math.max(0, ...idle.map(({ lateMs }) => lateMs)), usual: LONG_MS / 2 },
  }
}

function places(stalls: readonly Stall[]): string {
  const names = [...new Set(stalls.map(({ during }) => during))]
  return names.length === 0 ? '' : `: ${names.join('; ')}`
}
