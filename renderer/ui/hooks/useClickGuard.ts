import { useEffect, useState } from 'react'
import { layoutKey, windowKey } from '../layoutKey'

const armMs = 500
/** Within this time, what the browser scrolls is what Tab has brought into view. */
const tabMs = 150

export interface ClickGuard {
  /** The ref of the box that contains the answers. */
  readonly box: (element: HTMLElement | null) => void
  readonly armed: boolean
}

export interface ClickGuardOptions {
  /** The box stands in a page that scrolls and changes around it, not in a layer of its own. */
  readonly inPage?: boolean
}

/**
 * Returns `armed: false` for 500 ms after a box of answers appears, shows other content, moves, or becomes visible again. A click could be
 * meant for something else, so the answers stay disabled during that time.
 * @param content changes whenever the box shows something else
 */
export function useClickGuard(content: string, { inPage = false }: ClickGuardOptions = {}): ClickGuard {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const moves = useMoves(box, inPage)
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
function useMoves(box: HTMLElement | null, inPage: boolean): number {
  const [moves, setMoves] = useState(0)
  useEffect(() => {
    if (!box) return undefined
    const placeOf = inPage ? windowKey : layoutKey
    let place = placeOf(box)
    // By `performance.now()`: the last press of Tab, and the last move that it caused.
    let [tabbedAt, broughtAt] = [-Infinity, -Infinity]
    const compare = (): void => {
      const now = placeOf(box)
      if (now === place) return
      place = now
      const byTab = inPage && performance.now() - tabbedAt < tabMs && box.contains(document.activeElement)
      // Whoever goes through the answers by keys aims at nothing: a pointer still has to wait.
      if (byTab) broughtAt = performance.now()
      else setMoves((count) => count + 1)
    }
    const appear = (): void => {
      if (document.visibilityState === 'visible') setMoves((count) => count + 1)
    }
    const ended = new AbortController()
    const { signal } = ended
    // A window may come to the front under a click that was meant for the window above it.
    window.addEventListener('focus', appear, { signal })
    document.addEventListener('visibilitychange', appear, { signal })
    if (inPage) {
      const press = ({ target, clientX, clientY }: PointerEvent): void => {
        if (target instanceof Node && box.contains(target)) {
          compare()
          if (performance.now() - broughtAt < armMs) setMoves((count) => count + 1)
          return
        }
        // What lay above the box and was pressed there may be gone with the next press of a double click.
        const { left, right, top, bottom } = box.getBoundingClientRect()
        if (clientX >= left && clientX <= right && clientY >= top && clientY <= bottom) setMoves((count) => count + 1)
      }
      document.addEventListener('pointerdown', press, { signal, capture: true })
      const tab = ({ key }: KeyboardEvent): void => {
        if (key === 'Tab') tabbedAt = performance.now()
      }
      document.addEventListener('keydown', tab, { signal, capture: true })
    }
    for (const target of [window, window.visualViewport]) {
      target?.addEventListener('resize', compare, { signal })
      target?.addEventListener('scroll', compare, { signal, capture: true })
    }
    if (typeof ResizeObserver !== 'undefined') {
      const observer = new ResizeObserver(compare)
      for (const watched of [box, ...box.children, ...(inPage ? around(box) : [])]) observer.observe(watched)
      signal.addEventListener('abort', () => observer.disconnect())
    }
    return () => ended.abort()
  }, [box, inPage])
  return moves
}

/** All that a box stands in: when something grows beside it, one of them does. */
function around(box: HTMLElement): readonly HTMLElement[] {
  const all: HTMLElement[] = []
  for (let outer = box.parentElement; outer; outer = outer.parentElement) all.push(outer)
  return all
}
