import type { Question, QuestionDetails } from '../../../shared/domain/question'

/** One call of several. */
export interface AmongCalls {
  /** From 1. */
  readonly position: number
  readonly count: number
  /** Returns to all of them. Undefined where nothing shows all of them. */
  readonly onBack: (() => void) | undefined
}

/** A question and its position among those that wait. */
export interface CardPlace {
  readonly question: Question
  readonly waiting: number
  readonly onPrevious?: () => void
  readonly onNext?: () => void
  readonly onLater: () => void
  /** Its place among the calls that are asked about at once, where this dialog shows it alone. */
  readonly among?: AmongCalls
  /** Returns to the card that asks about it too. Undefined where no card can be seen. */
  readonly onCard?: () => void
}

/** The props of every card: its position and the details of its own kind. */
export interface CardProps<D extends QuestionDetails> extends CardPlace {
  readonly details: D
}
