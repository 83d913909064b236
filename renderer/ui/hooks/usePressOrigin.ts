import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'

export interface PressHandlers {
  readonly onPointerDown?: ((event: PointerEvent<HTMLButtonElement>) => void) | undefined
  readonly onKeyDown?: ((event: KeyboardEvent<HTMLButtonElement>) => void) | undefined
  readonly onKeyUp?: ((event: KeyboardEvent<HTMLButtonElement>) => void) | undefined
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
}

/**
 * For an answer: a press counts only where it was begun on this button, after it could be pressed. A key that was held down before does not
 * count, nor does a click whose beginning fell on something else. What assistive technology presses has no beginning, and counts.
 * @param arming undefined for a button that decides nothing: its handlers stay as they are.
 */
export function usePressOrigin(arming: boolean | undefined, handlers: PressHandlers): PressHandlers {
  const begun = useRef<'pointer' | 'space' | undefined>(undefined)
  useEffect(() => {
    begun.current = undefined
  }, [arming])
  if (arming === undefined) return handlers
  return {
    onPointerDown: (event) => {
      begun.current = 'pointer'
      handlers.onPointerDown?.(event)
    },
    onKeyDown: (event) => {
      if (event.key === ' ' && !event.repeat) begun.current = 'space'
      // A held key: Space would press at its end, Enter at every repetition.
      else if (event.key === 'Enter' ? event.repeat : event.key === ' ' && begun.current !== 'space') event.preventDefault()
      handlers.onKeyDown?.(event)
    },
    onKeyUp: (event) => {
      if (event.key === ' ' && begun.current !== 'space') event.preventDefault()
      handlers.onKeyUp?.(event)
    },
    onClick: (event) => {
      const isStale = event.detail > 0 && begun.current !== 'pointer'
      begun.current = undefined
      if (isStale) return event.preventDefault()
      handlers.onClick?.(event)
    },
  }
}
