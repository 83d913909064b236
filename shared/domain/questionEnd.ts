import type { Message, MessageId } from '../messages/message'
import type { Answer, EndedQuestion } from './question'

/** What a person did, as the list of ended questions keeps it. */
export function answerReason(answer: Answer): Message {
  if (answer.action === 'accept' && answer.kind === 'changed') return { id: answer.hashes ? 'ends.acceptSome' : 'ends.acceptAll' }
  return { id: `ends.${answer.action}` }
}

/** What an end comes to: done, refused, taken back, or too late. */
export type EndedAs = 'done' | 'refused' | 'withdrawn' | 'expired'

const refusals: ReadonlySet<MessageId> = new Set<MessageId>([
  'ends.deny',
  'ends.decline',
  'ends.cancel',
  'ends.discard',
  'ends.shareNothing',
  'ends.keepOff',
  'ends.notNow',
  'ends.declinedAtOnce',
  'ends.declinedTwice',
  'errors.sampling.tooOften',
  'errors.sampling.tooManyRounds',
  'errors.sampling.overBudget',
  'errors.sampling.switchedOff',
  'errors.sampling.offByPolicy',
  'errors.questions.deniedByRule',
])

/** Pure: what an end comes to. A rule that was made while the question was open has decided it: nobody had to. */
export function endedAs({ how, reason }: Pick<EndedQuestion, 'how' | 'reason'>): EndedAs {
  if (how === 'expired') return 'expired'
  if (how === 'withdrawn' && !isByRule(reason)) return 'withdrawn'
  return refusals.has(reason.id) ? 'refused' : 'done'
}

/** Pure: whether a rule decided a question while it was open. */
export function isByRule({ id }: Message): boolean {
  return id === 'errors.questions.allowedByRule' || id === 'errors.questions.deniedByRule'
}

/** Pure: whether a person declined or cancelled what a server asked. */
export function isPersonsRefusal({ id }: Message): boolean {
  return id === 'ends.decline' || id === 'ends.cancel'
}
