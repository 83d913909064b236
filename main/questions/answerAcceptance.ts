import type { Answer, AnswerTo, QuestionKind } from '../../shared/domain/question'
import { AppError } from '../../shared/errors/appError'

/** What the asker of a question does with an answer before it ends the question. A failure leaves the question open. */
export interface AcceptanceOptions<K extends QuestionKind> {
  /** Checks an answer, or carries it out. @throws {AppError} INVALID_INPUT or another code that tells the person why not */
  readonly check?: (answer: AnswerTo<K>) => void
  /** Looks up what an answer means, such as folders on the disk, and gives the answer that counts. Rejects as `check` throws. */
  readonly read?: (answer: AnswerTo<K>) => Promise<AnswerTo<K>>
}

/** The same for an answer of any kind, which has to be of the question's. */
export interface Acceptance {
  readonly read: (answer: Answer) => Promise<Answer>
  readonly check: (answer: Answer) => void
}

/** Pure: how answers to a question of this kind are accepted. */
export function acceptance<K extends QuestionKind>(kind: K, { read, check }: AcceptanceOptions<K>): Acceptance {
  const own = (answer: Answer): AnswerTo<K> => {
    if (isAnswerTo(kind, answer)) return answer
    throw new AppError('INVALID_INPUT', { reason: 'questions.otherKind', params: { kind, answer: answer.kind } })
  }
  return {
    read: async (answer) => (read ? await read(own(answer)) : answer),
    check: (answer) => {
      const ours = own(answer)
      check?.(ours)
    },
  }
}

/** Pure: whether an answer is for questions of this kind. */
export function isAnswerTo<K extends QuestionKind>(kind: K, answer: Answer): answer is AnswerTo<K> {
  return answer.kind === kind
}
