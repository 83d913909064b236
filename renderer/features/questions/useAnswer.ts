import type { Answer, Question } from '../../../shared/domain/question'
import type { AppError } from '../../../shared/errors/appError'
import { callHost } from '../../rpc/callHost'
import { openQuestion, useNavigation } from '../../state/navigation'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { noteAnswered, whileAnswering } from './questionDialogStore'
import { useOpenQuestions } from './useOpenQuestions'
import { nextAfter } from './questionOrder'

export interface Answering {
  /** Sends an answer and closes the dialog. */
  readonly give: (answer: Answer, onTaken?: () => void) => void
  readonly busy: boolean
  /** Why the host did not accept the answer. The question is still open then. */
  readonly failed: AppError | undefined
}

/** Sends a person's answer to the question that they see. */
export function useAnswer(question: Question): Answering {
  const { busy, failed, run } = useAsyncAction()
  const open = useOpenQuestions()
  const give = (answer: Answer, onTaken?: () => void): void =>
    run(async () => {
      const taken = await whileAnswering(question.id, async () => {
        const reply = await callHost('questions.answer', { questionId: question.id, answer })
        // The host did not accept it because the question had already ended. The dialog says so.
        if (!reply.taken) return false
        noteAnswered(question.id)
        const { questionId, view } = useNavigation.getState()
        // Whoever works through the Inbox goes on with the next call that waits.
        if (questionId === question.id) openQuestion(view === 'inbox' ? nextAfter(open ?? [], question)?.id : undefined)
        return true
      })
      if (taken) onTaken?.()
    })
  return { give, busy, failed }
}
