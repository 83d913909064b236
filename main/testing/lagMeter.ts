import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Measures the main thread during an attack: its longest stall and the growth of memory. */
export class LagMeter {
  readonly #delay = monitorEventLoopDelay({ resolution: 10 })
  readonly #before = process.memoryUsage().rss

  constructor() {
    this.#delay.enable()
  }

  /**
   * Ends the measurement. A stall at the end of the work is measured only in the next turn of the event loop, so this method waits for it.
   */
  async stop(): Promise<{ readonly stallMs: number; readonly grownMb: number }> {
    const seen = this.#delay.count
    while (this.#delay.count === seen) await sleep(5)
    this.#delay.disable()
    return { stallMs: this.#delay.max / 1e6, grownMb: (process.memoryUsage().rss - this.#before) / 1024 / 1024 }
  }
}
