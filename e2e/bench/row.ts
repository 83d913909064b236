/** One line of the result. Without a goal it is there to be read only. */
export interface Row {
  readonly measure: string
  readonly parley: string
  readonly comparedWith: string
  /** What the goal is about: a ratio, megabytes, milliseconds, or a count. */
  readonly value: number
  readonly unit: 'times' | 'MB' | 'ms' | 'stalls'
  readonly goal?: Goal
}

export interface Goal {
  readonly limit: number
  /** Whether the limit itself is still good. */
  readonly inclusive: boolean
}

export const atMost = (limit: number): Goal => ({ limit, inclusive: true })
export const under = (limit: number): Goal => ({ limit, inclusive: false })

/** Undefined where there is no goal. A value that is no number meets none. */
export function isMet({ value, goal }: Row): boolean | undefined {
  if (!goal) return undefined
  return goal.inclusive ? value <= goal.limit : value < goal.limit
}
