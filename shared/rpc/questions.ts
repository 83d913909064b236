import * as z from 'zod'
import type { FolderListing } from '../domain/folder'
import { CallId, QuestionId } from '../domain/ids'
import { Answer, type EndedQuestion, type Questions } from '../domain/question'
import { JsonValue } from '../lib/json'
import { call, topic } from './define'

export const questionsCalls = {
  /** False when the question had ended before the answer came. INVALID_INPUT when the answer does not fit the question. */
  'questions.answer': call<{ taken: boolean }>()(z.object({ questionId: QuestionId, answer: Answer })),
  /** How everything ended that was asked in one call. */
  'questions.ofCall': call<readonly EndedQuestion[]>()(z.object({ callId: CallId })),
  'questions.saveDraft': call<void>()(z.object({ questionId: QuestionId, draft: JsonValue })),
  /** The native folder dialog of the desktop shell; null when the person chose none, 'inPage' where the page must show its own. */
  'folders.pick': call<{ path: string | null } | 'inPage'>()(z.object({})),
  'folders.list': call<FolderListing>()(z.object({ path: z.string().max(4096).optional() })),
}

export const questionsTopics = {
  questions: topic<Questions>(),
}
