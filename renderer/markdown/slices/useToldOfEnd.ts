import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { AT_ONCE } from './drawnRange'
import { takeTurn } from './takeTurn'

/**
 * Returns how many slices, from the first one on, know that the text has ended. In a text that was watched, those that say so are drawn again for it:
 * little by little, so that the page can answer in between.
 * @param works What it is to draw each slice again; 0 for one that looks the same.
 */
export function useToldOfEnd(hasEnded: boolean, works: readonly number[]): number {
  // What was whole when it came is drawn once.
  const [told, setTold] = useState(hasEnded ? Infinity : 0)
  // It goes on after all.
  if (!hasEnded && told > 0) setTold(0)
  const goesOn = hasEnded && told < works.length
  const next = goesOn ? upTo(works, told) : told
  useEffect(() => (goesOn ? takeTurn(() => flushSync(() => setTold(next))) : undefined), [goesOn, next])
  return hasEnded ? told : 0
}

/** Pure: how many are drawn after one more turn. One is always drawn, whatever its work is. */
function upTo(works: readonly number[], from: number): number {
  let [to, left] = [from, AT_ONCE]
  while (to < works.length && (left >= (works[to] ?? 0) || to === from)) {
    left -= works[to] ?? 0
    to += 1
  }
  return to
}
