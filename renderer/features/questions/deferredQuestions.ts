import { create } from 'zustand'
import type { QuestionId } from '../../../shared/domain/ids'

interface Aside {
  /** Questions that do not open by themselves any more: put aside by the person, or come while they were typing. */
  readonly aside: ReadonlySet<QuestionId>
  /** Questions that the person has just answered. The host's list may still hold them for a moment. */
  readonly answered: ReadonlySet<QuestionId>
  /** The question whose answer is on its way: the host may tell that it ended before it says that it took the answer. */
  readonly answering: QuestionId | undefined
}

export const useDeferredQuestions = create<Aside>(() => ({ aside: new Set(), answered: new Set(), answering: undefined }))

export const deferQuestion = (ids: readonly QuestionId[]): void =>
  useDeferredQuestions.setState(({ aside }) => ({ aside: new Set([...aside, ...ids]) }))
export const noteAnswered = (id: QuestionId): void =>
  useDeferredQuestions.setState(({ answered }) => ({ answered: new Set([...answered, id]) }))

/** Sends what ends a question. Meanwhile its dialog does not tell that it ended. */
export async function whileAnswering<T>(id: QuestionId, send: () => Promise<T>): Promise<T> {
  useDeferredQuestions.setState({ answering: id })
  try {
    return await send()
  } finally {
    useDeferredQuestions.setState(({ answering }) => (answering === id ? { answering: undefined } : {}))
  }
}
