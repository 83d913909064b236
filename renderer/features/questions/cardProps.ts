import type { Question, QuestionDetails } from '../../../shared/domain/question'

/** A question and its position among those that wait. */
export interface CardPlace {
  readonly question: Question
  readonly waiting: number
  readonly onPrevious?: () => void
  readonly onNext?: () => void
  readonly onLater: () => void
}

/** The props of every card: its position and the details of its own kind. */
export interface CardProps<D extends QuestionDetails> extends CardPlace {
  readonly details: D
}
