import type { ApprovalDetails, Question, QuestionDetails } from '../../../../shared/domain/question'

/** A question that is asked on a card at its call in the conversation. */
export interface CardQuestion extends Question {
  readonly details: ApprovalDetails
}

/** Pure: whether the host has found nothing that speaks against asking on a card. */
export function asksOnCard(details: QuestionDetails): details is ApprovalDetails {
  return details.kind === 'approval' && details.place?.place === 'card'
}

/** Pure: narrows a question to one that is asked on a card. */
export function isCardQuestion(question: Question): question is CardQuestion {
  return asksOnCard(question.details)
}
