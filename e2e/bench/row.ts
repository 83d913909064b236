/** One row of the results. A row without a goal is for information only. */
export interface Row {
  readonly measure: string
  readonly parley: string
  readonly comparedWith: string
  /** The value that the goal limits: a ratio, megabytes, milliseconds, or a count. */
  readonly value: number
  readonly unit: 'times' | 'MB' | 'ms' | 'stalls'
  readonly goal?: Goal
}

export interface Goal {
  readonly limit: number
  /** Whether a value equal to the limit meets the goal. */
  readonly inclusive: boolean
}

export const atMost = (limit: number): Goal => ({ limit, inclusive: true })
export const under = (limit: number): Goal => ({ limit, inclusive: false })

/** Returns undefined when there is no goal. NaN never meets a goal. */
export function isMet({ value, goal }: Row): boolean | undefined {
  if (!goal) return undefined
  return goal.inclusive ? value <= goal.limit : value < goal.limit
}
