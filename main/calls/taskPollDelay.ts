import type { Limits } from '../../shared/domain/limits'

/** Tasks that were created together are not all looked at in the same instant. */
const SPREAD = 0.1

/**
 * Pure: how long to wait before a task is looked at again: what the server suggests, within our own limits, and up to a tenth longer but
 * never sooner. `chance` is from 0 to 1.
 */
export function taskPollDelay(suggestedMs: number | undefined, limits: Limits, chance: number): number {
  const { taskPollLeastMs, taskPollMostMs, taskPollMs } = limits
  const asked = Math.min(taskPollMostMs, Math.max(taskPollLeastMs, suggestedMs ?? taskPollMs))
  return Math.round(asked * (1 + SPREAD * chance))
}
