import type { Message, MessageId } from '../i18n/message'
import type { Answer, EndedQuestion } from './question'

/** Pure: the person's action as the list of ended questions keeps it. */
export function answerReason(answer: Answer): Message {
  if (answer.action === 'accept' && answer.kind === 'changed') return { id: answer.hashes ? 'ends.acceptSome' : 'ends.acceptAll' }
  return { id: `ends.${answer.action}` }
}

/** The result of an ended question: done, refused, withdrawn, or expired. */
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

/** Pure: classifies an ended question. A rule that was made while the question was open counts as a decision, not as a withdrawal. */
export function endedAs({ how, reason }: Pick<EndedQuestion, 'how' | 'reason'>): EndedAs {
  if (how === 'expired') return 'expired'
  if (how === 'withdrawn' && !isByRule(reason)) return 'withdrawn'
  return refusals.has(reason.id) ? 'refused' : 'done'
}

/** Pure: whether a rule decided a question while it was open. */
export function isByRule({ id }: Message): boolean {
  return id === 'errors.questions.allowedByRule' || id === 'errors.questions.deniedByRule'
}

/** Pure: whether a person declined or cancelled a server's question. */
export function isPersonsRefusal({ id }: Message): boolean {
  return id === 'ends.decline' || id === 'ends.cancel'
}
