import { randomUUID } from 'node:crypto'
import type { Clock } from '../../lib/clock'

/** A clock that a test moves. */
export class FakeClock implements Clock {
  #now: number
  readonly #sleepers = new Set<{ readonly until: number; wake(): void }>()

  constructor(now = Date.UTC(2025, 0, 1)) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  newId(): string {
    return randomUUID()
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { until: this.#now + ms, wake: resolve }
      this.#sleepers.add(sleeper)
      signal.addEventListener('abort', () => {
        this.#sleepers.delete(sleeper)
        reject(signal.reason)
      })
    })
  }

  after(ms: number, run: () => void): () => void {
    const sleeper = { until: this.#now + ms, wake: run }
    this.#sleepers.add(sleeper)
    return () => void this.#sleepers.delete(sleeper)
  }

  /** Moves the clock and runs everything that becomes due. */
  async pass(ms: number): Promise<void> {
    this.#now += ms
    for (const sleeper of [...this.#sleepers].filter(({ until }) => until <= this.#now)) {
      this.#sleepers.delete(sleeper)
      sleeper.wake()
    }
    await new Promise((resolve) => setImmediate(resolve))
  }

  get sleeping(): number {
    return this.#sleepers.size
  }
}
