import type { EndedQuestion } from '../../../shared/domain/question'
import type { StateShape } from '../../ui/StateMark'

/** Pure: how a question ended, with its reason: "Withdrawn: the call was stopped". */
export function endWords({ how, reason }: EndedQuestion): string {
  const sentence = reason.trim().replace(/\.$/, '')
  if (how === 'answered') return sentence === '' ? 'Answered' : sentence
  const head = how === 'withdrawn' ? 'Withdrawn' : 'Expired'
  return sentence === ''
    ? head
    : `${head}: ${/^[A-Z][a-z]* /.test(sentence) && !sentence.startsWith('Parley') ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence}`
}

/** Pure: the shape that stands for it. A refusal is no error. */
export function endShape({ how, reason }: EndedQuestion): StateShape {
  if (how === 'withdrawn') return 'stopped'
  if (how === 'expired') return 'cutOff'
  return /den|declin|cancel|discard|nothing|not now/i.test(reason) ? 'denied' : 'done'
}
