import { create } from 'zustand'
import type { QuestionId } from '../../../shared/domain/ids'

interface Aside {
  /** Questions that no longer open by themselves. The person put them off, or they came while the person was typing. */
  readonly aside: ReadonlySet<QuestionId>
  /** Questions that the person has just answered. The host's list may contain them for a moment longer. */
  readonly answered: ReadonlySet<QuestionId>
  /** The question whose answer is being sent. The host may report its end before it confirms the answer. */
  readonly answering: QuestionId | undefined
}

export const useDeferredQuestions = create<Aside>(() => ({ aside: new Set(), answered: new Set(), answering: undefined }))

export const deferQuestion = (ids: readonly QuestionId[]): void =>
  useDeferredQuestions.setState(({ aside }) => ({ aside: new Set([...aside, ...ids]) }))
export const noteAnswered = (id: QuestionId): void =>
  useDeferredQuestions.setState(({ answered }) => ({ answered: new Set([...answered, id]) }))

/** Sends an answer. In the meantime, the question's dialog does not report that the question has ended. */
export async function whileAnswering<T>(id: QuestionId, send: () => Promise<T>): Promise<T> {
  useDeferredQuestions.setState({ answering: id })
  try {
    return await send()
  } finally {
    useDeferredQuestions.setState(({ answering }) => (answering === id ? { answering: undefined } : {}))
  }
}
