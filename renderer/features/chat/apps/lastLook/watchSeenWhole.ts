/** The browser looks again at most so often. It asks for at least 100. */
const LOOK_EVERY_MS = 100
/** A box of which a line of less than a pixel is cut off counts as whole. */
const WHOLE = 0.999

/** The second version of the interface, which Chromium has: it says also whether something lies over the element. */
interface VisibilityEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean
}

export interface SeenWhole {
  /** Hears what was seen and not yet told. */
  readonly settle: () => void
  readonly stop: () => void
}

/**
 * Tells each time whether all of an element is on the screen as it is: no part of it is scrolled or cut away, nothing lies over it, not even what takes
 * no press, and nothing fades or moves it. Tells it late, by a tenth of a second at least.
 */
export function watchSeenWhole(element: Element, tell: (seen: boolean) => void): SeenWhole {
  const hear = (entries: readonly VisibilityEntry[]): void => {
    const last = entries.at(-1)
    if (last) tell(last.isVisible === true && last.intersectionRatio >= WHOLE)
  }
  const options: IntersectionObserverInit & { readonly trackVisibility: true; readonly delay: number } = {
    threshold: [0, WHOLE, 1],
    trackVisibility: true,
    delay: LOOK_EVERY_MS,
  }
  const observer = new IntersectionObserver(hear, options)
  observer.observe(element)
  return { settle: () => hear(observer.takeRecords()), stop: () => observer.disconnect() }
}
