import type { Question } from '../../../../shared/domain/question'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import type { Answering } from '../useAnswer'
import { sendAnswers } from './sendAnswers'

/** Sends one answer to each question of a card, all at once. */
export function useCardAnswers(questions: readonly Pick<Question, 'id'>[]): Answering {
  const { busy, failed, run } = useAsyncAction()
  return {
    busy,
    failed,
    give: (answer, onTaken) =>
      run(async () => {
        await sendAnswers(questions, answer)
        onTaken?.()
      }),
  }
}
