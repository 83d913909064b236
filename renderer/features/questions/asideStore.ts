import { create } from 'zustand'
import type { QuestionId } from '../../../shared/domain/ids'

interface Aside {
  /** Questions that do not open by themselves any more: put aside by the person, or come while they were typing. */
  readonly aside: ReadonlySet<QuestionId>
  /** Questions that the person has just answered. The host's list may still hold them for a moment. */
  readonly answered: ReadonlySet<QuestionId>
}

export const useAsideStore = create<Aside>(() => ({ aside: new Set(), answered: new Set() }))

export const putAside = (ids: readonly QuestionId[]): void =>
  useAsideStore.setState(({ aside }) => ({ aside: new Set([...aside, ...ids]) }))
export const noteAnswered = (id: QuestionId): void => useAsideStore.setState(({ answered }) => ({ answered: new Set([...answered, id]) }))
