import { AppError } from '../../../../shared/errors/appError'
import type { Answer, Question } from '../../../../shared/domain/question'
import { callHost } from '../../../rpc/callHost'
import { noteAnswered, openDetails } from '../questionDialogStore'

/**
 * Sends one answer to each question, all at once. Where the host does not take one, that question stays open.
 * @throws {AppError} why the host did not take the first of these
 */
export async function sendAnswers(questions: readonly Pick<Question, 'id'>[], answer: Answer): Promise<void> {
  const replies = await Promise.allSettled(
    questions.map(async ({ id }) => {
      if ((await callHost('questions.answer', { questionId: id, answer })).taken) noteAnswered(id)
    }),
  )
  const refused = replies.flatMap((reply, index) => (reply.status === 'rejected' ? [{ index, reason: AppError.from(reply.reason) }] : []))
  // A sign of danger has come since: the person has just acted, so the dialog opens now.
  const inDialog = refused.find(({ reason }) => reason.reason === 'approvals.needsDialog')
  if (inDialog) openDetails(questions[inDialog.index]?.id)
  if (refused[0]) throw refused[0].reason
}
