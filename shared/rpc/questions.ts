import * as z from 'zod'
import { CallId, QuestionId } from '../domain/ids'
import type { QuestionRecord } from '../domain/records/questionRecord'
import { Answer, type EndedQuestion, type Questions } from '../domain/question'
import type { SchemaMisfit } from '../domain/schemaMisfit'
import { JsonObject, JsonValue } from '../lib/jsonSchema'
import { call, topic } from './contractKinds'

export const questionsCalls = {
  /**
   * Answers an open question.
   * Result: `taken` is false if the question had ended before the answer came.
   * Errors: INVALID_INPUT (the answer does not fit; the question stays open), POLICY (the answer would allow something that the policy
   * denies, such as a folder), LINK_REFUSED (a page that may not be opened), NOT_FOUND and DENIED (a folder that is not there or cannot be
   * read). The question stays open.
   */
  'questions.answer': call<{ taken: boolean }>()(z.object({ questionId: QuestionId, answer: Answer })),
  /**
   * Returns the ended questions of one call.
   * Result: the ended questions. Empty for a call without questions. Times are milliseconds since 1970.
   * Errors: none of its own.
   */
  'questions.ofCall': call<readonly EndedQuestion[]>()(z.object({ callId: CallId })),
  /**
   * Returns the questions that ended last, from all servers, the latest first.
   * Result: at most `count` ended questions. Times are milliseconds since 1970.
   * Errors: none of its own.
   */
  'questions.lastEnded': call<readonly EndedQuestion[]>()(z.object({ count: z.int().positive().max(2000) })),
  /**
   * Returns what an ended question asked and what it was answered with. Secrets are hidden in it. Parley keeps it for 90 days, of the last 1000
   * questions that were answered and the last 200 that were not, also when its conversation is deleted.
   * Result: the record. Without parts if nothing is kept.
   * Errors: none of its own.
   */
  'questions.record': call<QuestionRecord>()(z.object({ questionId: QuestionId })),
  /**
   * Saves the unfinished input of an open question. Input of forms that may hold secrets stays in memory only. Succeeds also if the
   * question has ended.
   * Result: nothing.
   * Errors: none of its own.
   */
  'questions.saveDraft': call<void>()(z.object({ questionId: QuestionId, draft: JsonValue })),
  /**
   * Checks arguments that a person edits in an open approval against the tool's input schema. The host checks again before the call.
   * Result: each misfit with the JSON pointer of its argument. Empty if all fit, or if the question has ended.
   * Errors: none of its own.
   */
  'questions.checkArguments': call<{ problems: readonly SchemaMisfit[] }>()(z.object({ questionId: QuestionId, arguments: JsonObject })),
}

export const questionsTopics = {
  /** The open questions, oldest first, and the last 20 that ended. Times are milliseconds since 1970. */
  questions: topic<Questions>(),
}
