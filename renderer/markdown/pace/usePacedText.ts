import { useEffect, useState, useSyncExternalStore } from 'react'
import { pageTurns } from './pageTurns'

/** So many characters more are drawn in one turn. */
const AT_ONCE = 3_000
/** While somebody types, it takes less time than there is between two keys. No model writes so much in that time. */
const AT_ONCE_WHILE_TYPING = 800

/**
 * Returns how much of a text that grows is to be drawn now: all of it, but while somebody types, or when a lot of it came at once. The rest
 * follows in turns, each right after the page has painted, and is all drawn in the end.
 * @param open whether more text may come
 */
export function usePacedText(text: string, open: boolean): string {
  const [drawn, setDrawn] = useState(text.length)
  const isGrowing = open || drawn < text.length
  const isTyping = useSyncExternalStore(isGrowing ? pageTurns.subscribe : subscribeToNothing, isGrowing ? pageTurns.isTyping : isNever)
  const rest = text.length - drawn
  const isHeld = rest > 0 && (isTyping || rest > AT_ONCE)
  if (rest !== 0 && !isHeld) setDrawn(text.length)
  const next = endOfTurn(text, drawn + (isTyping ? AT_ONCE_WHILE_TYPING : AT_ONCE))
  useEffect(() => (isHeld ? pageTurns.request(() => setDrawn((now) => Math.max(now, next))) : undefined), [isHeld, next])
  return isHeld ? text.slice(0, drawn) : text
}

/** Pure: a place in a text, or the end of it, that is not between the two halves of a character. */
function endOfTurn(text: string, wanted: number): number {
  if (wanted >= text.length) return text.length
  return /[\uD800-\uDBFF]/.test(text[wanted - 1] ?? '') ? wanted + 1 : wanted
}

const subscribeToNothing = (): (() => void) => () => undefined
const isNever = (): boolean => false
