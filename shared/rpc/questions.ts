import * as z from 'zod'
import type { FolderListing } from '../domain/folder'
import { CallId, QuestionId } from '../domain/ids'
import { Answer, type EndedQuestion, type Questions } from '../domain/question'
import { JsonValue } from '../lib/json'
import { call, topic } from './define'

export const questionsCalls = {
  /**
   * Answers an open question.
   * Result: `taken` is false when the question had ended before the answer came.
   * Errors: INVALID_INPUT (the answer does not fit; the question stays open), POLICY (it would allow what the policy denies),
   * LINK_REFUSED (a page that may not be opened). A folder that cannot be shared is asked for again, with the reason.
   */
  'questions.answer': call<{ taken: boolean }>()(z.object({ questionId: QuestionId, answer: Answer })),
  /**
   * How everything ended that was asked in one call.
   * Result: the ended questions; none for a call that asked nothing. Times are milliseconds since 1970.
   * Errors: none of its own.
   */
  'questions.ofCall': call<readonly EndedQuestion[]>()(z.object({ callId: CallId })),
  /**
   * Keeps what was typed into an open question. Forms that may hold secrets are kept in memory only. A question that has ended is no error.
   * Result: nothing.
   * Errors: none of its own.
   */
  'questions.saveDraft': call<void>()(z.object({ questionId: QuestionId, draft: JsonValue })),
  /**
   * Shows the native folder dialog of the desktop shell.
   * Result: the path, null when the person chose none, or 'inPage' where the page must show its own.
   * Errors: none of its own.
   */
  'folders.pick': call<{ path: string | null } | 'inPage'>()(z.object({})),
  /**
   * The folders inside one, for the picker in the page; without a path, those of the home folder. Hidden ones last, at most 5,000.
   * Result: absolute paths, and the parent where there is one.
   * Errors: NOT_FOUND, INVALID_INPUT (not a folder), DENIED (Parley may not read it).
   */
  'folders.list': call<FolderListing>()(z.object({ path: z.string().max(4096).optional() })),
}

export const questionsTopics = {
  /** The open questions, oldest first, and the last 20 that ended. Times are milliseconds since 1970. */
  questions: topic<Questions>(),
}
