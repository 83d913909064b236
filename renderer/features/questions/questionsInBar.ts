import type { QuestionId } from '../../../shared/domain/ids'
import type { Question } from '../../../shared/domain/question'
import type { Situation } from './shouldOpenDialog'

/**
 * Pure: returns the questions in the bar above the composer: those of the conversation in front without an open dialog.
 * @param onCards those whose answers are in view on a card
 */
export function questionsInBar(
  { open, front }: Pick<Situation, 'open' | 'front'>,
  shown: QuestionId | undefined,
  onCards: ReadonlySet<QuestionId>,
): readonly Question[] {
  if (front === undefined) return []
  return open.filter(({ id, asker }) => asker.conversationId === front && id !== shown && !onCards.has(id))
}
