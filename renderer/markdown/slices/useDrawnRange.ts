import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { AT_ONCE, drawnRange, type DrawnRange } from './drawnRange'
import { takeTurn } from './takeTurn'

/** Where drawing begins: at the part with this number, or at an end of the text. */
export type DrawFirst = number | 'beginning' | 'end'

/** Returns which slices with this much work are drawn. A burst of them is drawn little by little, so that the page can answer in between. */
export function useDrawnRange(works: readonly number[], first: DrawFirst): DrawnRange {
  const [most, setMost] = useState(AT_ONCE)
  // Of a text that grows, what was at its end first is not at its end later.
  const [at] = useState(first === 'end' ? works.length - 1 : first === 'beginning' ? 0 : first)
  const total = works.reduce((sum, work) => sum + work, 0)
  const next = total > most ? most + AT_ONCE : total + AT_ONCE
  // Raised before it is reached, so that slices which come one by one never wait.
  const isNear = total > most - AT_ONCE / 2
  useEffect(() => (isNear ? takeTurn(() => flushSync(() => setMost(next))) : undefined), [isNear, next])
  return drawnRange(works, most, at)
}
