import { useLayoutEffect, useState } from 'react'

export interface StickyFoot {
  /** The ref of the box that scrolls. */
  readonly box: (element: HTMLElement | null) => void
  /** The ref of its foot. */
  readonly foot: (element: HTMLElement | null) => void
  /** False: the foot stands at the end of what is scrolled. */
  readonly sticks: boolean
}

/** Tells whether the foot of a box may stay on the screen while the rest scrolls. A foot that hides most of the box would leave nothing to read. */
export function useStickyFoot(): StickyFoot {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const [sticks, setSticks] = useState(true)
  useLayoutEffect(() => {
    if (!box || !foot) return undefined
    const compare = (): void => setSticks(mayStick(foot.offsetHeight, box.clientHeight))
    compare()
    if (typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(compare)
    for (const watched of [box, foot]) observer.observe(watched)
    return () => observer.disconnect()
  }, [box, foot])
  return { box: setBox, foot: setFoot, sticks }
}

/** In CSS pixels: a few lines of what is asked, to read the rest by. */
const ROOM = 120

/** Pure: whether a foot leaves the rest of its box room to be read. Both heights are in CSS pixels. */
export function mayStick(foot: number, box: number): boolean {
  return box - foot >= ROOM
}
