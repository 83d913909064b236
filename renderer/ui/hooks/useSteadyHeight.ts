import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

export interface SteadyHeight {
  /** Goes to the box whose foot shall stay where it is. */
  readonly box: (element: HTMLElement | null) => void
  /** For the foot. */
  readonly foot: { readonly onPointerEnter: () => void; readonly onPointerLeave: () => void }
}

const most = 'calc(100% - 2 * var(--h-bar))'

/**
 * Keeps the foot of a box from moving while what is above it changes: the box never becomes lower than it has been, and does not change at all
 * as long as the pointer is over the foot. It begins anew with another content as soon as nobody points at the box, and with a window of another
 * size.
 */
export function useSteadyHeight(content: string): SteadyHeight {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const now = useRef<HTMLElement>(null)
  const beginAnew = useRef<() => void>(undefined)
  const pointedAt = useRef(false)
  const changed = useRef(false)
  const take = useCallback((element: HTMLElement | null) => {
    now.current = element
    setBox(element)
  }, [])
  const hold = (height: (element: HTMLElement) => string): void => {
    if (now.current) now.current.style.height = height(now.current)
  }
  useEffect(() => {
    if (!box || typeof ResizeObserver === 'undefined') return undefined
    let tallest = 0
    const observer = new ResizeObserver(() => {
      if (box.offsetHeight <= tallest) return
      tallest = box.offsetHeight
      box.style.minHeight = `min(${tallest}px, ${most})`
    })
    const again = (): void => {
      tallest = 0
      changed.current = false
      box.style.minHeight = ''
    }
    const enter = (): void => void (pointedAt.current = true)
    const leave = (): void => {
      pointedAt.current = false
      if (changed.current) again()
    }
    beginAnew.current = again
    observer.observe(box)
    box.addEventListener('pointerenter', enter)
    box.addEventListener('pointerleave', leave)
    window.addEventListener('resize', again)
    return () => {
      observer.disconnect()
      box.removeEventListener('pointerenter', enter)
      box.removeEventListener('pointerleave', leave)
      window.removeEventListener('resize', again)
    }
  }, [box])
  useLayoutEffect(() => {
    if (pointedAt.current) changed.current = true
    else beginAnew.current?.()
  }, [content])
  return {
    box: take,
    foot: {
      onPointerEnter: () => hold(({ offsetHeight }) => `min(${offsetHeight}px, ${most})`),
      onPointerLeave: () => hold(() => ''),
    },
  }
}
