import { randomUUID } from 'node:crypto'
import type { Clock } from '../lib/clock'

interface Sleeper {
  readonly wakesAt: number
  readonly wake: () => void
}

/** A clock that moves only when a test lets time pass. */
export class ManualClock implements Clock {
  /** The requested length of every sleep so far, in order. */
  readonly naps: number[] = []
  readonly #sleepers = new Set<Sleeper>()
  #now = Date.now()

  now(): number {
    return this.#now
  }

  newId(): string {
    return randomUUID()
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    this.naps.push(ms)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const sleeper = { wakesAt: this.#now + ms, wake: resolve }
    const stop = (): void => {
      this.#sleepers.delete(sleeper)
      reject(signal.reason)
    }
    if (signal.aborted) stop()
    else this.#sleepers.add(sleeper)
    signal.addEventListener('abort', stop, { once: true })
    return promise.finally(() => signal.removeEventListener('abort', stop))
  }

  after(ms: number, run: () => void): () => void {
    const sleeper = { wakesAt: this.#now + ms, wake: run }
    this.#sleepers.add(sleeper)
    return () => void this.#sleepers.delete(sleeper)
  }

  /** Lets time pass. Each sleeper that wakes does its work, and may sleep again, before more time passes. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#now = Math.max(this.#now, next.wakesAt)
      this.#sleepers.delete(next)
      next.wake()
      await new Promise(setImmediate)
    }
    this.#now = end
  }

  /** The computer sleeps: time passes without waking any sleeper. */
  sleepThrough(ms: number): void {
    this.#now += ms
  }

  #next(end: number): Sleeper | undefined {
    const [first] = [...this.#sleepers].toSorted((a, b) => a.wakesAt - b.wakesAt)
    return first && first.wakesAt <= end ? first : undefined
  }
}
