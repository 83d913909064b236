import type { Question, Questions } from '../../../shared/domain/question'

const OFTEN = 3
const WITHIN_MS = 60_000

/**
 * Pure: how often the server of a question has asked within the minute around it, where that is often enough to wear a person down;
 * else undefined. A question whether to start it counts for nothing: it does not run yet. Nor does the review of an answer, which comes from
 * what the person ran.
 */
export function asksTooOften({ open, ended }: Questions, { asker, created, details }: Question): number | undefined {
  if (details.kind === 'start') return undefined
  const times = [
    ...open.flatMap((other) => (other.asker.serverId === asker.serverId && counts(other.details.kind) ? [other.created] : [])),
    ...ended.flatMap((other) => (other.asker.serverId === asker.serverId && counts(other.kind) ? [other.at] : [])),
  ]
  const count = times.filter((time) => Math.abs(time - created) <= WITHIN_MS).length
  return count >= OFTEN ? count : undefined
}

function counts(kind: Question['details']['kind']): boolean {
  return kind !== 'start' && kind !== 'samplingReview'
}
