import { create } from 'zustand'
import type { QuestionId } from '../../../shared/domain/ids'
import { openQuestion } from '../../state/navigation'

interface Aside {
  /** Questions that no longer open by themselves. The person put them off, or they came while the person was typing. */
  readonly aside: ReadonlySet<QuestionId>
  /** Questions that the person has just answered. The host's list may contain them for a moment longer. */
  readonly answered: ReadonlySet<QuestionId>
  /** The question whose answer is being sent. The host may report its end before it confirms the answer. */
  readonly answering: QuestionId | undefined
  /** The question that "Always allow…" of a card opens in the dialog at what to remember. */
  readonly rulesFor: QuestionId | undefined
  /** The question that the person looks at by itself, though its dialog could ask about other calls too. */
  readonly alone: QuestionId | undefined
}

export const useDeferredQuestions = create<Aside>(() => ({
  aside: new Set(),
  answered: new Set(),
  answering: undefined,
  rulesFor: undefined,
  alone: undefined,
}))

export const deferQuestion = (ids: readonly QuestionId[]): void =>
  useDeferredQuestions.setState(({ aside }) => ({ aside: new Set([...aside, ...ids]) }))
export const noteAnswered = (id: QuestionId): void =>
  useDeferredQuestions.setState(({ answered }) => ({ answered: new Set([...answered, id]) }))

/** From now on the dialog of this question asks about nothing else. */
export const lookAtAlone = (id: QuestionId): void => useDeferredQuestions.setState({ alone: id })

/** From now on the dialog of a question asks about all that it can ask about at once. */
export const lookAtAll = (): void => useDeferredQuestions.setState({ alone: undefined, rulesFor: undefined })

/** Opens the dialog of a question from its card. */
export function openDetails(id: QuestionId | undefined): void {
  endRules()
  openQuestion(id)
}

/** Opens no dialog at what to remember. */
export const endRules = (): void => useDeferredQuestions.setState({ rulesFor: undefined })

/** Opens the dialog of this question at what to remember. */
export function openRules(id: QuestionId): void {
  useDeferredQuestions.setState({ rulesFor: id })
  openQuestion(id)
}

/** Closes the dialog of a question that a card asks about: the card asks on. */
export function backToCard(): void {
  openDetails(undefined)
}

/** Sends an answer. In the meantime, the question's dialog does not report that the question has ended. */
export async function whileAnswering<T>(id: QuestionId, send: () => Promise<T>): Promise<T> {
  useDeferredQuestions.setState({ answering: id })
  try {
    return await send()
  } finally {
    useDeferredQuestions.setState(({ answering }) => (answering === id ? { answering: undefined } : {}))
  }
}
