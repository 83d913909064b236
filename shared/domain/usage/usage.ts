import type { TokenUsage } from '../chat'
import type { ModelRef } from '../ids'

/** What several requests used together. */
export interface UsageSum extends TokenUsage {
  /** In US dollars, of the requests whose price was known when they were made. Absent where none was. */
  readonly cost?: number
  /** Of how many requests no price was known. Absent when it is known of all. */
  readonly unpriced?: number
}

/** What one model was used on one day, in the time of this computer. */
export interface DailyUsage extends UsageSum {
  /** Year, month and day. */
  readonly day: string
  readonly model: ModelRef
}

/** What a month used. */
export interface MonthUsage {
  /** The newest day first, and of one day what cost most. */
  readonly days: readonly DailyUsage[]
  /** The first month in which anything was used: year and month. Absent before the first request. */
  readonly since?: string
}
