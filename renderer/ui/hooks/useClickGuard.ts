import { useEffect, useState } from 'react'
import { layoutKey } from '../layoutKey'

const armMs = 500

export interface ClickGuard {
  /** The ref of the box that contains the answers. */
  readonly box: (element: HTMLElement | null) => void
  readonly armed: boolean
}

/**
 * Returns `armed: false` for 500 ms after a box of answers appears, shows other content, moves, or becomes visible again. A click could be
 * meant for something else, so the answers stay disabled during that time.
 * @param content changes whenever the box shows something else
 */
export function useClickGuard(content: string): ClickGuard {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const moves = useMoves(box)
  // The box is rendered a moment before it is on the screen. A person can aim only after that.
  const key = box ? `${content} ${moves}` : ''
  const [armedKey, setArmedKey] = useState<string | undefined>()
  useEffect(() => {
    const timer = setTimeout(() => setArmedKey(key), armMs)
    return () => clearTimeout(timer)
  }, [key])
  return { box: setBox, armed: box !== null && armedKey === key }
}

/** Counts how often the box has moved or become visible again since it appeared. */
function useMoves(box: HTMLElement | null): number {
  const [moves, setMoves] = useState(0)
  useEffect(() => {
    if (!box) return undefined
    let place = layoutKey(box)
    const compare = (): void => {
      const now = layoutKey(box)
      if (now !== place) setMoves((count) => count + 1)
      place = now
    }
    const appear = (): void => {
      if (document.visibilityState === 'visible') setMoves((count) => count + 1)
    }
    const ended = new AbortController()
    const { signal } = ended
    // A window may come to the front under a click that was meant for the window above it.
    window.addEventListener('focus', appear, { signal })
    document.addEventListener('visibilitychange', appear, { signal })
    for (const target of [window, window.visualViewport]) {
      target?.addEventListener('resize', compare, { signal })
      target?.addEventListener('scroll', compare, { signal, capture: true })
    }
    if (typeof ResizeObserver !== 'undefined') {
      const observer = new ResizeObserver(compare)
      for (const watched of [box, ...box.children]) observer.observe(watched)
      signal.addEventListener('abort', () => observer.disconnect())
    }
    return () => ended.abort()
  }, [box])
  return moves
}
