import { useCallback, useRef } from 'react'

export interface FocusOrigin {
  /** The ref of the box. */
  readonly box: (element: HTMLElement | null) => void
  /** Returns the element that had the focus before it came into the box, if it is still there. */
  readonly origin: () => HTMLElement | undefined
}

/** Remembers where the focus was before it came into a box, so that it can return when the box goes. */
export function useFocusOrigin(): FocusOrigin {
  const cameFrom = useRef<HTMLElement>(undefined)
  const ended = useRef<AbortController>(undefined)
  const box = useCallback((element: HTMLElement | null) => {
    ended.current?.abort()
    ended.current = new AbortController()
    const note = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof HTMLElement && !element?.contains(relatedTarget)) cameFrom.current = relatedTarget
    }
    element?.addEventListener('focusin', note, { signal: ended.current.signal })
  }, [])
  const origin = useCallback(() => (cameFrom.current?.isConnected ? cameFrom.current : undefined), [])
  return { box, origin }
}
