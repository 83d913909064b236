import { randomUUID } from 'node:crypto'

/** The only source of time and ids, so that tests control both. Times are in milliseconds. */
export interface Clock {
  now(): number
  newId(): string
  /** Rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Runs a function once, later. Returns a function that cancels it, which costs less than aborting a sleep. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  newId: () => randomUUID(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  // Node's own version makes an error with a stack for every aborted sleep, and a call aborts several.
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop)
        resolve()
      }, ms)
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop, { once: true })
    }),
}
