import { useState } from 'react'
import type { Answer, Question } from '../../../shared/domain/question'
import { AppError } from '../../../shared/errors/appError'
import { callHost } from '../../rpc/callHost'
import { openQuestion, useScreen } from '../../shell/screen'
import { noteAnswered } from './asideStore'

export interface Answering {
  /** Sends an answer and closes the dialog. Resolves to whether the answer was taken. */
  readonly answer: (answer: Answer) => Promise<boolean>
  readonly busy: boolean
  /** Why the host did not take it; the question is still open then. */
  readonly error: AppError | undefined
}

/** How a person's answer gets to the question that they look at. */
export function useAnswer(question: Question): Answering {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<AppError>()
  const answer = async (given: Answer): Promise<boolean> => {
    setBusy(true)
    setError(undefined)
    try {
      const { taken } = await callHost('questions.answer', { questionId: question.id, answer: given })
      // Not taken: it had ended before, and the dialog says so.
      if (taken) noteAnswered(question.id)
      if (taken && useScreen.getState().questionId === question.id) openQuestion(undefined)
      return taken
    } catch (thrown) {
      setError(AppError.from(thrown))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { answer, busy, error }
}
