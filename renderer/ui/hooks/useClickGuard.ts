import { useEffect, useState } from 'react'
import { layoutKey } from '../layoutKey'

const armMs = 500

export interface ClickGuard {
  /** Goes to the box that the answers stand in. */
  readonly box: (element: HTMLElement | null) => void
  readonly armed: boolean
}

/**
 * False for 500 ms after a box of answers stands on the screen, shows something else, has moved, or can be seen again: answers that could be
 * hit by a click meant for something else stay disabled as long.
 * @param content changes whenever the box shows something else.
 */
export function useClickGuard(content: string): ClickGuard {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const moves = useMoves(box)
  // It is rendered a moment before it stands on the screen; only from then on can anybody aim.
  const key = box ? `${content} ${moves}` : ''
  const [armedKey, setArmedKey] = useState<string | undefined>()
  useEffect(() => {
    const timer = setTimeout(() => setArmedKey(key), armMs)
    return () => clearTimeout(timer)
  }, [key])
  return { box: setBox, armed: box !== null && armedKey === key }
}

/** Counts how often what is in a box came to stand elsewhere, or came back before somebody's eyes, since it appeared. */
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
    // A window that comes to the front may do so under a click that was meant for what lay over it.
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
