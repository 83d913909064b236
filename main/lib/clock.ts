import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** Time and chance come in through this door, so that tests own both. Times are milliseconds. */
export interface Clock {
  now(): number
  newId(): string
  /** Rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  newId: () => randomUUID(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
}
