import { useEffect, useState } from 'react'

export interface SeenWhole {
  /** The ref of the box that holds the marked content. */
  readonly box: (element: HTMLElement | null) => void
  /** False until it is known what is in view. */
  readonly isKnown: boolean
  /** The name of the first marked content (`mustSee`) of which the beginning or the end was not in view yet. */
  readonly unseen: string | undefined
}

/** In pixels: a box may end between two. */
const TOLERANCE = 2
const STEPS = Array.from({ length: 21 }, (_, step) => step / 20)

/**
 * Tracks which marked parts of a box in the page have not been in view whole. Whatever scrolls around them or cuts them off counts. Content stays
 * seen after it was seen once.
 * @param content changes when the box holds other parts
 */
export function useSeenWhole(content: string): SeenWhole {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [known, setKnown] = useState<{ readonly of: string; readonly unseen: string | undefined }>()
  const [seen] = useState(() => ({ start: new WeakSet<Element>(), end: new WeakSet<Element>() }))
  const canObserve = typeof IntersectionObserver !== 'undefined'
  useEffect(() => {
    if (!box || !canObserve) return undefined
    const parts = [...box.querySelectorAll<HTMLElement>('[data-must-see]')]
    const tell = (): void =>
      setKnown({ of: content, unseen: parts.find((part) => !seen.start.has(part) || !seen.end.has(part))?.dataset['mustSee'] })
    if (parts.length === 0) return tell()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, intersectionRect: shown, boundingClientRect: whole } of entries) {
          if (!isIntersecting || shown.height === 0) continue
          if (shown.top - whole.top < TOLERANCE) seen.start.add(target)
          if (whole.bottom - shown.bottom < TOLERANCE) seen.end.add(target)
        }
        tell()
      },
      { threshold: STEPS },
    )
    const lookAt = (part: HTMLElement): void => {
      observer.unobserve(part)
      observer.observe(part)
    }
    // A part that is taller than what it scrolls in fills it all the while: no step is crossed at its end.
    const onScroll = (): void => parts.filter((part) => !seen.start.has(part) || !seen.end.has(part)).forEach(lookAt)
    parts.forEach(lookAt)
    box.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      box.removeEventListener('scroll', onScroll, { capture: true })
      observer.disconnect()
    }
  }, [box, content, canObserve, seen])
  const isKnown = !canObserve || known?.of === content
  return { box: setBox, isKnown, unseen: isKnown ? known?.unseen : undefined }
}
