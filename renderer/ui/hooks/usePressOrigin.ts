import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'

export interface PressHandlers {
  readonly onPointerDown?: ((event: PointerEvent<HTMLButtonElement>) => void) | undefined
  readonly onKeyDown?: ((event: KeyboardEvent<HTMLButtonElement>) => void) | undefined
  readonly onKeyUp?: ((event: KeyboardEvent<HTMLButtonElement>) => void) | undefined
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
}

/**
 * For an answer: a press counts only if it started on this button after the button was enabled. A key that was already held down does not
 * count. A click that started on another element does not count either. A press from assistive technology has no start event, and counts.
 * @param arming undefined for a button that decides nothing; its handlers stay unchanged
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
      // A held key would press the button: Space on release, Enter on every repetition.
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
