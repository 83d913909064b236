import * as z from 'zod'
import { CallId, QuestionId } from '../domain/ids'
import { Answer, type EndedQuestion, type Questions } from '../domain/question'
import { JsonValue } from '../lib/json'
import { call, topic } from './contractKinds'

export const questionsCalls = {
  /**
   * Answers an open question. If a folder cannot be shared, Parley asks again, with the reason.
   * Result: `taken` is false if the question had ended before the answer came.
   * Errors: INVALID_INPUT (the answer does not fit; the question stays open), POLICY (the answer would allow something that the policy
   * denies), LINK_REFUSED (a page that may not be opened).
   */
  'questions.answer': call<{ taken: boolean }>()(z.object({ questionId: QuestionId, answer: Answer })),
  /**
   * Returns the ended questions of one call.
   * Result: the ended questions. Empty for a call without questions. Times are milliseconds since 1970.
   * Errors: none of its own.
   */
  'questions.ofCall': call<readonly EndedQuestion[]>()(z.object({ callId: CallId })),
  /**
   * Saves the unfinished input of an open question. Input of forms that may hold secrets stays in memory only. Succeeds also if the
   * question has ended.
   * Result: nothing.
   * Errors: none of its own.
   */
  'questions.saveDraft': call<void>()(z.object({ questionId: QuestionId, draft: JsonValue })),
}

export const questionsTopics = {
  /** The open questions, oldest first, and the last 20 that ended. Times are milliseconds since 1970. */
  questions: topic<Questions>(),
}
