import type { Question, QuestionKind, Questions } from '../../../shared/domain/question'

const OFTEN = 3
/** So many are too many, whoever made the calls. */
const FLOOD = 10
const WITHIN_MS = 60_000

/** Why a person may want to stop a server: what it asked by itself within a minute, or the calls that its apps want. */
export interface TooOften {
  readonly what: 'asked' | 'calls'
  readonly count: number
}

/**
 * Pure: whether the server of a question annoys a person within a minute before or after it. A server is blamed only for what it asks by itself:
 * a call that a model made is none of its doing, nor is it that several calls ask once each, and what the person has decided about calls does not
 * count. Undefined below the limit, and for a question about starting the server, because it does not run yet.
 */
export function countTooOften({ open, ended }: Questions, { asker, created, details }: Question): TooOften | undefined {
  if (details.kind === 'start') return undefined
  const isNear = (time: number): boolean => Math.abs(time - created) <= WITHIN_MS
  const here = open.filter((other) => other.asker.serverId === asker.serverId && isNear(other.created))
  const endedHere = ended.filter((other) => other.asker.serverId === asker.serverId && isNear(other.at))
  const asked = [...here.filter((other) => asksByItself(other.details.kind)), ...endedHere.filter(({ kind }) => asksByItself(kind))]
  if (asked.length >= FLOOD || asked.length - excusedByCalls(asked) >= OFTEN) return { what: 'asked', count: asked.length }
  const calls = here.filter((other) => other.details.kind === 'approval' && other.details.byApp).length
  return calls >= OFTEN ? { what: 'calls', count: calls } : undefined
}

/** A model that makes several calls brings a question of each. What more a call asks is the server's own doing. */
function excusedByCalls(asked: readonly Pick<Question, 'asker'>[]): number {
  const inCalls = asked.filter(({ asker }) => asker.callIds.length > 0)
  const calls = new Set(inCalls.flatMap(({ asker }) => asker.callIds)).size
  return Math.max(0, Math.min(inCalls.length, calls) - 1)
}

function asksByItself(kind: QuestionKind): boolean {
  return kind === 'form' || kind === 'page' || kind === 'sampling' || kind === 'folders'
}
