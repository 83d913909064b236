import type { ConversationId, QuestionId } from '../../../shared/domain/ids'
import { isByApp } from '../../../shared/domain/apps/isByApp'
import type { Question } from '../../../shared/domain/question'
import { asksOnCard } from './card/asksOnCard'

export interface Situation {
  readonly open: readonly Question[]
  /** The conversation that the person sees. Undefined in every other view. */
  readonly front: ConversationId | undefined
  /** Questions that the person put off, or that came while they were typing. */
  readonly aside: ReadonlySet<QuestionId>
  /** Something lies over the conversation, or over a part of it. */
  readonly covered: boolean
}

/**
 * Pure: returns the question whose dialog may open by itself. This is the oldest one in the conversation in front that belongs to a call
 * and was not put off. An app could choose the moment, so what it asks opens only when the person wants. The answer of a model opens: the person
 * let it run. What is asked on a card needs no
 * dialog, unless something hides the card.
 */
export function questionToOpen({ open, front, aside, covered }: Situation): Question | undefined {
  if (front === undefined) return undefined
  return open.find(
    ({ id, asker, details }) =>
      asker.conversationId === front &&
      asker.callIds.length > 0 &&
      !aside.has(id) &&
      !(isByApp(details) && details.kind !== 'samplingReview') &&
      !(details.kind === 'approval' && asksOnCard(details) && !covered),
  )
}
