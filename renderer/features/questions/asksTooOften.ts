import type { Question, Questions } from '../../../shared/domain/question'

const OFTEN = 3
const WITHIN_MS = 60_000

/**
 * Pure: returns how often the server of a question has asked within a minute before or after it. Returns undefined below the limit that
 * annoys a person. A question about starting the server does not count, because the server does not run yet. The review of an answer does
 * not count either, because the person started that request.
 */
export function countTooOften({ open, ended }: Questions, { asker, created, details }: Question): number | undefined {
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
