import { whenIdle } from './whenIdle'

/**
 * Loads code once the page is idle. What could not be loaded is loaded again where it is opened. Returns a function that cancels it, unless it
 * has begun.
 */
export function loadWhenIdle(load: () => Promise<unknown>): () => void {
  return whenIdle(() => void load().catch(() => undefined))
}
