import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Marks content that a person must have seen to its end before they can allow anything: `data-must-see="the arguments"`. */
export const mustSee = (name: string): { readonly 'data-must-see': string } => ({ 'data-must-see': name })

export interface RequiredReading {
  /** The ref of the part that scrolls. */
  readonly body: (element: HTMLElement | null) => void
  /** The name of the first marked content that has not been shown completely. */
  readonly unseen: string | undefined
}

/** Tracks which part of a question's body has not been shown completely. Content stays seen after it was seen once. */
export function useRequiredReading(): RequiredReading {
  const [body, setBody] = useState<HTMLElement | null>(null)
  const [unseen, setUnseen] = useState<string | undefined>()
  const seen = useRef(new WeakSet<Element>())
  const recompute = (): void => setUnseen(body ? firstUnseen(body, seen.current) : undefined)
  useLayoutEffect(recompute)
  useEffect(() => {
    if (!body) return undefined
    const recomputeNow = (): void => setUnseen(firstUnseen(body, seen.current))
    const changes = new MutationObserver(recomputeNow)
    changes.observe(body, { childList: true, subtree: true, characterData: true })
    const sizes = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(recomputeNow)
    sizes?.observe(body)
    // Also reacts to elements inside that scroll by themselves.
    body.addEventListener('scroll', recomputeNow, { passive: true, capture: true })
    return () => {
      changes.disconnect()
      sizes?.disconnect()
      body.removeEventListener('scroll', recomputeNow, { capture: true })
    }
  }, [body])
  return { body: setBody, unseen }
}

function firstUnseen(body: HTMLElement, seen: WeakSet<Element>): string | undefined {
  const edge = body.getBoundingClientRect().bottom + 2
  let first: string | undefined
  for (const part of body.querySelectorAll<HTMLElement>('[data-must-see]')) {
    if (!seen.has(part) && part.getBoundingClientRect().bottom <= edge && !hidesItsEnd(part)) seen.add(part)
    if (!seen.has(part)) first ??= part.dataset['mustSee']
  }
  return first
}

/** Whether a field in it contains more than it shows and was not scrolled to its end. */
function hidesItsEnd(part: HTMLElement): boolean {
  return [...part.querySelectorAll('textarea')].some(
    ({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight < scrollHeight - 2,
  )
}
