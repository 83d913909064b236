import type { Answer } from '../../shared/domain/question'

const wordsOf = {
  allowOnce: 'You allowed it once.',
  alwaysAllow: 'You allowed it, and made a rule.',
  deny: 'You denied it.',
  accept: 'You submitted it.',
  open: 'You opened the page.',
  goOn: 'You went on.',
  decline: 'You declined.',
  cancel: 'You cancelled.',
  run: 'You ran it.',
  answerByHand: 'You answered by hand.',
  send: 'You sent the answer.',
  discard: 'You discarded the answer.',
  again: 'You had it run again.',
  edit: 'You went back to what is asked.',
  share: 'You shared folders.',
  shareNothing: 'You shared nothing.',
  start: 'You started it.',
  keepOff: 'You kept it off.',
  signedIn: 'You signed in.',
  notNow: 'You said not now.',
} as const satisfies Record<Answer['action'], string>

/** Pure: what a person did, as the list of ended questions tells it. */
export function describeAnswer(answer: Answer): string {
  if (answer.kind === 'changed' && answer.action === 'accept') return answer.hashes ? 'You accepted some of it.' : 'You accepted it.'
  return wordsOf[answer.action]
}
