import { useLayoutEffect, useState } from 'react'

/** For each open dialog: the element that had the focus when it opened, and those before it. */
const origins = new WeakMap<EventTarget, readonly HTMLElement[]>()
/** The same for a dialog that has just closed and has not yet returned the focus. The next dialog may open before that. */
let leaving: readonly HTMLElement[] | undefined

export interface FocusReturn {
  /** For `onOpenAutoFocus`. */
  readonly opened: (event: Event) => void
  /** For `onCloseAutoFocus`. */
  readonly closed: (event: Event) => void
}

/**
 * Returns the focus when a dialog closes: to the element that had it before, or, if that is gone, to the one before that. If none is left,
 * the element marked as the home of the focus gets it. Does nothing if another element already has the focus. Radix returns the focus to
 * triggers only, and most of Parley's dialogs have none.
 */
export function useFocusReturn(): FocusReturn {
  const [cameFrom] = useState(focusNow)
  useLayoutEffect(
    () => () => {
      leaving = cameFrom
    },
    [cameFrom],
  )
  return {
    opened: ({ currentTarget }) => {
      if (currentTarget) origins.set(currentTarget, cameFrom)
    },
    closed: (event) => {
      event.preventDefault()
      if (leaving === cameFrom) leaving = undefined
      for (const element of cameFrom) {
        if (document.activeElement !== document.body) return
        element.focus({ preventScroll: true })
      }
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-focus-home]')?.focus()
    },
  }
}

function focusNow(): readonly HTMLElement[] {
  const { activeElement: focused, body } = document
  if (!(focused instanceof HTMLElement)) return []
  const isNowhere = focused === body
  // An answer that was just pressed is disabled and has lost the focus, but its dialog is still open.
  const dialog = isNowhere ? body.querySelector('[role="dialog"]') : focused.closest('[role="dialog"]')
  const before = (dialog && origins.get(dialog)) ?? leaving ?? []
  return isNowhere ? before : [focused, ...before]
}
