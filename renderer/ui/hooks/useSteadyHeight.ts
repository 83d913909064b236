import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

export interface SteadyHeight {
  /** The ref of the box whose foot must stay in place. */
  readonly box: (element: HTMLElement | null) => void
  /** Event handlers for the foot. */
  readonly foot: { readonly onPointerMove: () => void; readonly onPointerLeave: () => void }
}

const most = 'calc(100% - 2 * var(--h-dialog-gap))'

/**
 * Keeps the foot of a box in place while the content above it changes. The box never shrinks, and its height does not change at all while
 * the pointer, once it moved there, is over the foot. It starts again when the window changes its size, or when the content is another one and the pointer is
 * elsewhere. Another view of the same content,
 * which the person opened by a press of their own, starts again wherever the pointer is.
 * @param content changes when the box shows something else by itself
 * @param view changes when the person opened another view
 */
export function useSteadyHeight(content: string, view: string): SteadyHeight {
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
      box.style.height = ''
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
  useLayoutEffect(() => beginAnew.current?.(), [view])
  return {
    box: take,
    foot: {
      // A foot that appears under a resting pointer, as after another dialog's button was pressed, is entered too. Nobody aims there yet.
      onPointerMove: () => hold(({ offsetHeight }) => `min(${offsetHeight}px, ${most})`),
      onPointerLeave: () => hold(() => ''),
    },
  }
}
