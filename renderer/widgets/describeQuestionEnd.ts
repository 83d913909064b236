import type { EndedQuestion } from '../../shared/domain/question'
import { endedAs, isByRule, type EndedAs } from '../../shared/domain/questionEnd'
import { translator } from '../i18n/t'
import type { StatusShape } from '../ui/StatusIcon'

/** Says how a question ended, with its reason: "Withdrawn: the call was stopped". */
export function describeQuestionEnd({ how, reason }: EndedQuestion): string {
  return translator().message(how === 'withdrawn' && !isByRule(reason) ? { id: 'ends.withdrawn', params: { why: reason } } : reason)
}

const shapes: Readonly<Record<EndedAs, StatusShape>> = { done: 'done', refused: 'denied', withdrawn: 'stopped', expired: 'cutOff' }

/** Pure: returns the shape for the end of a question. A refusal is not an error. */
export function questionEndShape(end: EndedQuestion): StatusShape {
  return shapes[endedAs(end)]
}
