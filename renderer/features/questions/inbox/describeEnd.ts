import type { EndedQuestion } from '../../../../shared/domain/question'
import type { StatusShape } from '../../../ui/StatusIcon'

/** Pure: how a question ended, with its reason: "Withdrawn: the call was stopped". */
export function describeEnd({ how, reason }: EndedQuestion): string {
  const sentence = reason.trim().replace(/\.$/, '')
  if (how === 'withdrawn' && isByRule(sentence)) return sentence
  if (how === 'answered') return sentence === '' ? 'Answered' : sentence
  const head = how === 'withdrawn' ? 'Withdrawn' : 'Expired'
  return sentence === ''
    ? head
    : `${head}: ${/^(The|You|Nobody|Nothing|It|Its|This|A|An|No) /.test(sentence) ? lowerFirst(sentence) : sentence}`
}

/** Names stay as they are. */
function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

/** Pure: the shape that stands for it. A refusal is no error. */
export function endShape({ how, reason }: EndedQuestion): StatusShape {
  if (how === 'withdrawn' && !isByRule(reason)) return 'stopped'
  if (how === 'expired') return 'cutOff'
  return /den|declin|cancel|discard|nothing|not now|kept it off/i.test(reason) ? 'denied' : 'done'
}

/** A rule that was made meanwhile has decided: nobody had to. */
function isByRule(reason: string): boolean {
  return /^(Allowed|Denied) by /.test(reason)
}
