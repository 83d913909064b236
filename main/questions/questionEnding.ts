import type { ApprovalHistory } from '../../shared/domain/approvalHistory'
import { isByApp } from '../../shared/domain/apps/isByApp'
import type { Answer, EndedQuestion, Question, QuestionDetails } from '../../shared/domain/question'
import { answerReason } from '../../shared/domain/questionEnd'
import { redactMessage } from './redactMessage'
import { assertNever } from '../../shared/lib/assertNever'
import type { Message } from '../../shared/i18n/message'

/** Why a policy does not allow what was asked about, and whom to ask. */
export interface Forbidden {
  readonly why: Message
  readonly ask: Message
}

/** How a wait ended. */
export type Ending =
  | { readonly how: 'answered'; readonly answer: Answer }
  | { readonly how: 'withdrawn'; readonly reason: Message; readonly forbidden?: Forbidden }
  | { readonly how: 'expired' }

/** Pure: returns what is kept of a question that ended at this time, in milliseconds since 1970. */
export function endedQuestion({ id, asker, details }: Question, ending: Ending, at: number): EndedQuestion {
  const what = {
    kind: details.kind,
    ...(details.kind === 'approval' && { tool: details.tool }),
    ...(isByApp(details) && { byApp: true as const }),
  }
  return { id, asker, ...what, how: ending.how, reason: endReason({ asker, details }, ending), at }
}

/** What a person did, or why no person had to answer. */
function endReason({ asker, details }: Pick<Question, 'asker' | 'details'>, ending: Ending): Message {
  switch (ending.how) {
    case 'answered':
      return redactMessage(answerReason(asker.serverId, details, ending.answer))
    case 'withdrawn':
      return ending.reason
    case 'expired':
      return { id: 'ends.expired' }
    default:
      return assertNever(ending)
  }
}

/** Pure: an open approval of this tool with what has been decided about it by now; any other question as it is. */
export function withHistory(question: Question, tool: string, history: () => ApprovalHistory): Question {
  const { details } = question
  return details.kind === 'approval' && details.tool === tool ? { ...question, details: { ...details, history: history() } } : question
}

/** Pure: a form that was cancelled was not answered: what was typed is there when it is asked again. */
export function isCancelled(answer: Answer): boolean {
  return answer.kind === 'form' && answer.action === 'cancel'
}

/** Pure: a form with fields that look like passwords is not written to disk while it is typed. */
export function mayHoldSecrets(details: QuestionDetails): boolean {
  return details.kind === 'form' && details.secretLooking.length > 0
}
