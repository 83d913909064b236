import { useLayoutEffect, useState } from 'react'

/** Of every open dialog: where the focus was when it came, and where it was before that. */
const origins = new WeakMap<EventTarget, readonly HTMLElement[]>()
/** Of a dialog that has just gone and did not give the focus back yet: the next one may come before it does. */
let leaving: readonly HTMLElement[] | undefined

export interface FocusReturn {
  /** For `onOpenAutoFocus`. */
  readonly opened: (event: Event) => void
  /** For `onCloseAutoFocus`. */
  readonly closed: (event: Event) => void
}

/**
 * Gives the focus back when a dialog closes: to where it came from, or, where that is gone too, to where it had come from before. Nothing
 * happens where somebody has the focus already. Where nothing of that is there any more, what is marked as the home of the focus gets it. Radix knows only triggers, and most dialogs of Parley have none.
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
  // An answer that was just pressed is disabled, and has lost the focus; its dialog still stands.
  const dialog = isNowhere ? body.querySelector('[role="dialog"]') : focused.closest('[role="dialog"]')
  const before = (dialog && origins.get(dialog)) ?? leaving ?? []
  return isNowhere ? before : [focused, ...before]
}
