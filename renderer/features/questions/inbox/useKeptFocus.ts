import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'
import type { QuestionId } from '../../../../shared/domain/ids'
import type { Question } from '../../../../shared/domain/question'

/**
 * Keeps the place of the focus among the waiting rows of a list (`data-waiting-item`). An answered question takes its row with it, and the
 * focus that was on it: the row that is now at its place gets it, or the last one, or the list, so that the keys go on from there.
 * @param shown the question whose dialog is in front, if one is
 * @param open the questions that the list shows
 * @returns the list's `onFocus`
 */
export function useKeptFocus(
  list: RefObject<HTMLElement | null>,
  shown: QuestionId | undefined,
  open: readonly Question[] | undefined,
): (event: FocusEvent) => void {
  const place = useRef(-1)
  useLayoutEffect(() => {
    if (shown !== undefined || document.activeElement !== document.body) return
    const rows = rowsOf(list.current)
    const row = place.current < 0 ? undefined : rows[Math.min(place.current, rows.length - 1)]
    ;(row ?? list.current)?.focus({ preventScroll: row === undefined })
  }, [list, shown, open])
  return ({ target }) => {
    const at = rowsOf(list.current).findIndex((row) => row.contains(target))
    if (at >= 0) place.current = at
  }
}

function rowsOf(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-waiting-item]') ?? [])]
}
