import { afterMs } from '../afterMs'

/** A busy page gets to it after this time too. */
const AT_LATEST_MS = 1_000
/** In a browser that does not say when it is idle (Safari). */
const OTHERWISE_MS = 50

/** Runs a function once when the page has nothing else to do, so that it holds up no key and no frame. Returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) return afterMs(OTHERWISE_MS, run)
  const asked = requestIdleCallback(run, { timeout: AT_LATEST_MS })
  return () => cancelIdleCallback(asked)
}
