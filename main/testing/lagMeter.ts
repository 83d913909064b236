import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Watches the main thread while something hostile happens: its longest stall, and how much memory it took. */
export class LagMeter {
  readonly #delay = monitorEventLoopDelay({ resolution: 10 })
  readonly #before = process.memoryUsage().rss

  constructor() {
    this.#delay.enable()
  }

  /** Ends the watch. A stall that ends with the work is noticed only in the next turn, which is awaited. */
  async stop(): Promise<{ readonly stallMs: number; readonly grownMb: number }> {
    const seen = this.#delay.count
    while (this.#delay.count === seen) await sleep(5)
    this.#delay.disable()
    return { stallMs: this.#delay.max / 1e6, grownMb: (process.memoryUsage().rss - this.#before) / 1024 / 1024 }
  }
}
