import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const EVERY_MS = 100
/** Collecting garbage takes a tenth of that. */
const COLLECT_EVERY_MS = 1_000

setFlagsFromString('--expose-gc')
/** Collects all garbage of this thread at once. What only a `WeakRef` holds is gone afterwards, once the job that made it has ended. */
export const collectGarbage: () => void = runInNewContext('gc')

/**
 * Measures how far this process grew beyond a limit, with all of its threads. The engine leaves garbage of hundreds of megabytes where there is
 * room, so what is above the limit is measured again without garbage and without the room that the engine keeps for later.
 */
export class MemoryMeter implements Disposable {
  readonly #limitBytes: number
  readonly #aside: (work: () => void) => void
  readonly #timer: NodeJS.Timeout
  readonly #startBytes: number
  #mostBytes = 0
  #collectedAt = -Infinity

  /** @param aside runs what is no work of the measured program */
  constructor(limitBytes: number, aside: (work: () => void) => void) {
    this.#limitBytes = limitBytes
    this.#aside = aside
    this.#startBytes = occupiedBytes()
    this.#timer = setInterval(() => this.#look(), EVERY_MS)
  }

  /** How far it grew at most, in bytes. 0 if that was within the limit. */
  mostBytes(): number {
    this.#collectedAt = -Infinity
    this.#look()
    return this.#mostBytes
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const now = performance.now()
    if (process.memoryUsage.rss() - this.#startBytes <= this.#limitBytes || now - this.#collectedAt < COLLECT_EVERY_MS) return
    this.#collectedAt = now
    this.#aside(() => {
      const grown = occupiedBytes() - this.#startBytes
      if (grown > this.#limitBytes) this.#mostBytes = Math.max(this.#mostBytes, grown)
    })
  }
}

/** The memory of this process without garbage of this thread, and without what its heap has to spare. */
function occupiedBytes(): number {
  collectGarbage()
  const { rss, heapTotal, heapUsed } = process.memoryUsage()
  return rss - (heapTotal - heapUsed)
}
