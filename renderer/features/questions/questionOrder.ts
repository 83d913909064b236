import type { Question } from '../../../shared/domain/question'

/** Pure: returns the open questions in the order in which a person answers them: those that hold up a call first, each part oldest first. */
export function waitingOrder(open: readonly Question[]): readonly Question[] {
  return [...open.filter(holdsUpCall), ...open.filter((question) => !holdsUpCall(question))]
}

/** Pure: whether a call waits for the answer. The others can be answered whenever the person likes. */
export function holdsUpCall({ asker }: Question): boolean {
  return asker.callIds.length > 0
}

/**
 * Pure: returns the question that follows the one just answered in the Inbox: the next that holds up a call, else the first of them. Undefined
 * if no call waits any more, or if no call waited for that one.
 */
export function nextAfter(open: readonly Question[], answered: Question): Question | undefined {
  if (!holdsUpCall(answered)) return undefined
  const calls = open.filter(holdsUpCall)
  const at = calls.findIndex(({ id }) => id === answered.id)
  return calls[at + 1] ?? calls.find(({ id }) => id !== answered.id)
}
