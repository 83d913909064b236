import { afterMs } from '../../ui/afterMs'
import { DrawingTurns } from './drawingTurns'

/** A hidden page paints nothing. */
const LONGEST_PAINT_MS = 250

/** The turns of this page. Keys count that are typed into a field. */
export const pageTurns = new DrawingTurns({ now: () => performance.now(), afterMs, afterPaint })

document.addEventListener(
  'keydown',
  ({ target }) => {
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) pageTurns.noteKey()
  },
  { capture: true, passive: true },
)

function afterPaint(run: () => void): () => void {
  let cancelRun: (() => void) | undefined
  const runOnce = (): void => {
    cancel()
    cancelRun = afterMs(0, run)
  }
  const frame = requestAnimationFrame(runOnce)
  const cancelLate = afterMs(LONGEST_PAINT_MS, runOnce)
  const cancel = (): void => {
    cancelAnimationFrame(frame)
    cancelLate()
    cancelRun?.()
  }
  return cancel
}
