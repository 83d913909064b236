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
    // Also reacts to elements inside that scroll by themselves, and to a dialog that scrolls as a whole.
    document.addEventListener('scroll', recomputeNow, { passive: true, capture: true })
    return () => {
      changes.disconnect()
      sizes?.disconnect()
      document.removeEventListener('scroll', recomputeNow, { capture: true })
    }
  }, [body])
  return { body: setBody, unseen }
}

function firstUnseen(body: HTMLElement, seen: WeakSet<Element>): string | undefined {
  // A dialog without room for all of itself scrolls too. Then its edge and its foot, which stays, hide a part of the body.
  const dialog = body.closest('[role="dialog"]')
  const boxes = [body, ...(dialog ? [dialog] : [])].map((part) => part.getBoundingClientRect())
  const foot = dialog?.querySelector('[data-foot]')?.getBoundingClientRect().top ?? Infinity
  const bottom = Math.min(...boxes.map((box) => box.bottom), foot)
  const edge = bottom + 2
  const hasRoom = showsALine(body, bottom - Math.max(...boxes.map((box) => box.top)))
  let first: string | undefined
  for (const part of body.querySelectorAll<HTMLElement>('[data-must-see]')) {
    if (hasRoom && !seen.has(part) && part.getBoundingClientRect().bottom <= edge && !hidesItsEnd(part)) seen.add(part)
    if (!seen.has(part)) first ??= part.dataset['mustSee']
  }
  return first
}

/** In pixels, where a style does not say. */
const LINE = 16

/**
 * Whether there is room for a line of what is inside, in the part of it that nothing hides. If not, its end may be reached without a word on
 * the screen.
 */
function showsALine(body: HTMLElement, shown: number): boolean {
  const { lineHeight, fontSize } = getComputedStyle(body)
  const line = [lineHeight, fontSize].map(Number.parseFloat).find((px) => px > 0) ?? LINE
  return Math.min(body.clientHeight, shown) >= Math.min(line, body.scrollHeight)
}

/** Marks content of its own scroll area, inside content that a person must see: a long list of choices. */
export const scrollsInside = { 'data-scrolls': true } as const

/** Whether a field or list in it contains more than it shows and was not scrolled to its end. */
function hidesItsEnd(part: HTMLElement): boolean {
  return [...part.querySelectorAll('textarea, [data-scrolls]')].some(
    ({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight < scrollHeight - 2,
  )
}
