import type { Question, QuestionKind, Questions } from '../../../shared/domain/question'

const OFTEN = 3
const WITHIN_MS = 60_000

/** Why a person may want to stop a server: what it asked by itself within a minute, or the calls of its tools that wait. */
export interface TooOften {
  readonly what: 'asked' | 'calls'
  readonly count: number
}

/**
 * Pure: whether the server of a question annoys a person within a minute before or after it. A server is blamed only for what it asks by itself:
 * a call that waits was made by a model, and what the person has decided about calls does not count. Undefined below the limit, and for a
 * question about starting the server, because it does not run yet.
 */
export function countTooOften({ open, ended }: Questions, { asker, created, details }: Question): TooOften | undefined {
  if (details.kind === 'start') return undefined
  const count = (times: readonly number[]): number => times.filter((time) => Math.abs(time - created) <= WITHIN_MS).length
  const here = open.filter((other) => other.asker.serverId === asker.serverId)
  const asked = count([
    ...here.flatMap((other) => (asksByItself(other.details.kind) ? [other.created] : [])),
    ...ended.flatMap((other) => (other.asker.serverId === asker.serverId && asksByItself(other.kind) ? [other.at] : [])),
  ])
  if (asked >= OFTEN) return { what: 'asked', count: asked }
  const calls = count(here.flatMap((other) => (other.details.kind === 'approval' ? [other.created] : [])))
  return calls >= OFTEN ? { what: 'calls', count: calls } : undefined
}

function asksByItself(kind: QuestionKind): boolean {
  return kind === 'form' || kind === 'page' || kind === 'sampling' || kind === 'folders'
}
