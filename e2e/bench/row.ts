/** One row of the results. A row without a goal is for information only. */
export interface Row {
  readonly measure: string
  readonly parley: string
  readonly comparedWith: string
  /** The value that the goal limits: a ratio, megabytes, milliseconds, frames that the browser drew, or needs of people. */
  readonly value: number
  readonly unit: 'times' | 'MB' | 'ms' | 'frames' | 'needs' | '%'
  readonly goal?: Goal
  readonly control?: Control
}

export interface Goal {
  readonly limit: number
  /** Whether a value equal to the limit meets the goal. */
  readonly inclusive: boolean
}

/** What the machine did, during the same run, to something in which Parley has no part. */
export interface Control {
  readonly what: string
  /** In the unit of the row. A ratio is that of the control against itself: 1 on a machine that does nothing else. */
  readonly value: number
  /** Up to this value the machine was quiet enough to tell. */
  readonly usual: number
}

export type Verdict = 'met' | 'missed' | 'too busy to tell'

export const atMost = (limit: number): Goal => ({ limit, inclusive: true })
export const under = (limit: number): Goal => ({ limit, inclusive: false })

/**
 * Says whether a row meets its goal. A miss that the control explains is no miss: the control was out of its band, and without what happened to
 * the control the goal would be met. Returns undefined when there is no goal. NaN never meets a goal, and no control explains it.
 */
export function verdictOf({ value, unit, goal, control }: Row): Verdict | undefined {
  if (!goal) return undefined
  const meets = (figure: number): boolean => (goal.inclusive ? figure <= goal.limit : figure < goal.limit)
  if (meets(value)) return 'met'
  if (control === undefined || !(control.value > control.usual)) return 'missed'
  const withoutTheMachine = unit === 'times' ? value / control.value : value - (control.value - control.usual)
  return meets(withoutTheMachine) ? 'too busy to tell' : 'missed'
}
