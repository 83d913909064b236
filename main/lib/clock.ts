import { randomUUID } from 'node:crypto'

/** Time and chance come in through this door, so that tests own both. Times are milliseconds. */
export interface Clock {
  now(): number
  newId(): string
  /** Rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Runs it once, later. What it returns forgets it, and costs less than a sleep that is ended. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  newId: () => randomUUID(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  // Node's own makes an error with a stack for every sleep that is ended early, and a call ends several.
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
