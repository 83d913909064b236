import { useEffect, useState } from 'react'

const armMs = 500

export interface Arming {
  /** Goes to the box that the answers stand in. */
  readonly box: (element: HTMLElement | null) => void
  readonly armed: boolean
}

/**
 * False for 500 ms after a box of answers stands on the screen, shows something else, or has moved: answers that could be hit by a click
 * meant for something else stay disabled as long.
 * @param content changes whenever the box shows something else.
 */
export function useArmed(content: string): Arming {
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

/** Counts how often a box changed its size after it appeared, for then what is in it stands elsewhere. */
function useMoves(box: HTMLElement | null): number {
  const [moves, setMoves] = useState(0)
  useEffect(() => {
    if (!box || typeof ResizeObserver === 'undefined') return
    let first = true
    const observer = new ResizeObserver(() => {
      if (!first) setMoves((count) => count + 1)
      first = false
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [box])
  return moves
}
