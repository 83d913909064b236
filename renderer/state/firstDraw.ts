import { create } from 'zustand'
import { afterMs } from '../ui/afterMs'
import { whenIdle } from '../ui/loading/whenIdle'
import { useNavigation } from './navigation'

/** So long a page is left to what is drawn first, and to the first keys. */
const QUIET_MS = 2_000

/** Whether a page may load more than its first draw needs. A page that holds nothing back, as in tests, may at once. */
const useFirstDraw = create<{ readonly over: boolean }>(() => ({ over: true }))

/** Returns whether what only later actions need may be loaded now. It never becomes false again. */
export function useFirstDrawOver(): boolean {
  return useFirstDraw(({ over }) => over)
}

/** Ends the first draw at once, since something is wanted that it does not need. */
export function endFirstDraw(): void {
  useFirstDraw.setState({ over: true })
}

/**
 * Leaves the page to its first draw until it had a moment of quiet, or until somebody does anything but type: presses a button or a key of
 * the window, or goes elsewhere. Call it once, before the first draw.
 */
export function beginFirstDraw(): void {
  useFirstDraw.setState({ over: false })
  const onKey = (event: KeyboardEvent): void => {
    if (!isTyped(event)) endFirstDraw()
  }
  const stops = [
    afterMs(QUIET_MS, () => whenIdle(endFirstDraw)),
    useNavigation.subscribe(endFirstDraw),
    () => removeEventListener('pointerdown', endFirstDraw, { capture: true }),
    () => removeEventListener('keydown', onKey, { capture: true }),
  ]
  addEventListener('pointerdown', endFirstDraw, { capture: true })
  addEventListener('keydown', onKey, { capture: true })
  const unsubscribe = useFirstDraw.subscribe(({ over }) => {
    if (!over) return
    unsubscribe()
    for (const stop of stops) stop()
  })
}

/** Pure: whether a key only writes a letter. A question mark may ask for the list of keys. */
function isTyped({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== '?' && !ctrlKey && !metaKey && !altKey
}
