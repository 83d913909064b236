import { useLayoutEffect, useState, type RefObject } from 'react'
import { throttle } from '../../../../shared/lib/throttle'
import { ROW_CHARACTERS } from '../../../../shared/results/textRows'
import { afterMs } from '../../../ui/afterMs'

/** What the number of a line takes, with the gaps around it, in characters. */
const BESIDE = 13
const FEWEST = 20
/** Each other width makes all rows of a text anew. */
const MEASURE_MS = 150

/**
 * How many characters a row of a text takes: those that fit into an element with a font of one width, or as many as there may be. Undefined until it
 * is measured.
 */
export function useRowCharacters(element: RefObject<HTMLElement | null>, wraps: boolean): number | undefined {
  const [fitting, setFitting] = useState<number>()
  useLayoutEffect(() => {
    const box = element.current
    if (!box || !wraps) return undefined
    const measure = (): void =>
      setFitting(Math.max(FEWEST, Math.min(ROW_CHARACTERS - 1, Math.floor(box.clientWidth / widthOfOne(box)) - BESIDE)))
    measure()
    if (typeof ResizeObserver === 'undefined') return undefined
    const measureSoon = throttle(measure, { ms: MEASURE_MS, leading: false, after: afterMs })
    const observer = new ResizeObserver(() => measureSoon())
    observer.observe(box)
    return () => {
      observer.disconnect()
      measureSoon.cancel()
    }
  }, [element, wraps])
  return wraps ? fitting : ROW_CHARACTERS
}

/** In pixels. */
function widthOfOne(box: HTMLElement): number {
  const ruler = document.createElement('span')
  ruler.className = 'absolute invisible'
  ruler.textContent = '0'.repeat(100)
  box.append(ruler)
  const { width } = ruler.getBoundingClientRect()
  ruler.remove()
  return width > 0 ? width / 100 : Number.MAX_SAFE_INTEGER
}
