import type { Answer } from '../../../../shared/domain/question'
import { openQuestion, useNavigation } from '../../../state/navigation'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import type { CardQuestion } from '../card/asksOnCard'
import { sendAnswers } from '../card/sendAnswers'
import { useDeferredQuestions, whileAnswering } from '../questionDialogStore'
import type { Answering } from '../useAnswer'

export interface TogetherAnswers {
  readonly all: Answering
  /** Answers one of them. @throws {AppError} why the host did not take it */
  readonly one: (question: CardQuestion, answer: Answer) => Promise<void>
}

/** Sends answers to calls that one dialog asks about. It goes on with those that are left, and closes with the last. */
export function useTogetherAnswers(open: readonly CardQuestion[]): TogetherAnswers {
  const { busy, failed, run } = useAsyncAction()
  const send = async (questions: readonly CardQuestion[], answer: Answer): Promise<void> => {
    const [first] = questions
    const shown = useNavigation.getState().questionId ?? first?.id
    if (shown === undefined) return
    await whileAnswering(shown, async () => {
      try {
        await sendAnswers(questions, answer)
      } finally {
        const { answered } = useDeferredQuestions.getState()
        if (useNavigation.getState().questionId === shown && answered.has(shown)) openQuestion(open.find(({ id }) => !answered.has(id))?.id)
      }
    })
  }
  const give: Answering['give'] = (answer, onTaken) =>
    run(async () => {
      await send(open, answer)
      onTaken?.()
    })
  return { all: { give, busy, failed }, one: (question, answer) => send([question], answer) }
}
