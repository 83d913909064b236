import { useEffect } from 'react'
import { create } from 'zustand'
import type { QuestionId } from '../../../../shared/domain/ids'

interface CardsInView {
  /** The questions whose answers can be seen on a card now. The bar has the others. */
  readonly inView: ReadonlySet<QuestionId>
}

export const useCardsInView = create<CardsInView>(() => ({ inView: new Set() }))

/** The share of the answers that has to be in view. */
const IN_VIEW = 0.9

function show(ids: readonly QuestionId[], isInView: boolean): void {
  useCardsInView.setState(({ inView }) => ({
    inView: new Set([...[...inView].filter((id) => !ids.includes(id)), ...(isInView ? ids : [])]),
  }))
}

/** Tells whether the answers of a card are in view, as long as it is there. */
export function useTellInView(ids: readonly QuestionId[], answers: HTMLElement | null): void {
  const key = ids.join(' ')
  useEffect(() => {
    const mine = ids
    if (!answers) return undefined
    if (typeof IntersectionObserver === 'undefined') {
      show(mine, true)
      return () => show(mine, false)
    }
    const observer = new IntersectionObserver((entries) => show(mine, (entries.at(-1)?.intersectionRatio ?? 0) >= IN_VIEW), {
      threshold: [0, IN_VIEW],
    })
    observer.observe(answers)
    return () => {
      observer.disconnect()
      show(mine, false)
    }
    // The same ids in another array are the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, answers])
}
