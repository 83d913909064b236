import type { EndedQuestion } from '../../shared/domain/question'
import { endedAs, isByRule, type EndedAs } from '../../shared/domain/questionEnd'
import { t, translator } from '../messages/t'
import type { StatusShape } from '../ui/StatusIcon'

/** How a question ended, with its reason: "Withdrawn: the call was stopped". */
export function describeEnd({ how, reason }: EndedQuestion): string {
  const why = translator().message(reason)
  return how === 'withdrawn' && !isByRule(reason) ? t('ends.withdrawn', { why }) : why
}

const shapes: Readonly<Record<EndedAs, StatusShape>> = { done: 'done', refused: 'denied', withdrawn: 'stopped', expired: 'cutOff' }

/** Pure: the shape that stands for it. A refusal is no error. */
export function endShape(end: EndedQuestion): StatusShape {
  return shapes[endedAs(end)]
}
