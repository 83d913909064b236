import type { Limits } from '../../shared/domain/defaultLimits'

/** Spreads the polls of tasks that were created together. */
const SPREAD = 0.1

/**
 * Pure: how long to wait before the next look at a task. Takes the server's suggestion, within our limits, and adds up to a tenth. It is
 * never shorter than the suggestion within those limits. `chance` is from 0 to 1.
 */
export function taskPollDelay(suggestedMs: number | undefined, limits: Limits, chance: number): number {
  const { taskPollLeastMs, taskPollMostMs, taskPollMs } = limits
  const asked = Math.min(taskPollMostMs, Math.max(taskPollLeastMs, suggestedMs ?? taskPollMs))
  return Math.round(asked * (1 + SPREAD * chance))
}
