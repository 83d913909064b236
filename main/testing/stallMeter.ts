import { readFileSync } from 'node:fs'

const EVERY_MS = 10

/** The processor time that this thread has used so far, in milliseconds. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** For how long this thread has waited for a processor so far, in milliseconds. Undefined where the system does not tell: only Linux does. */
function threadQueuedMs(): number | undefined {
  if (process.platform !== 'linux') return undefined
  // proc(5): nanoseconds on a processor, nanoseconds in the queue for one, and how often it got one.
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1_000_000
}

/**
 * Measures for how long one thing held this thread, in processor time and by the clock. How long the thread waits for a processor is the
 * doing of other programs, and counts in neither.
 */
export class StallMeter implements Disposable {
  readonly #timer: NodeJS.Timeout
  #longestMs = 0
  #longestClockMs = 0
  #last = threadCpuMs()
  #lastOffQueue = offQueueMs()

  constructor() {
    this.#timer = setInterval(() => this.#measure(), EVERY_MS)
  }

  /** Runs something whose time does not count. */
  readonly aside = (work: () => void): void => {
    this.#measure()
    work()
    this.#last = threadCpuMs()
    this.#lastOffQueue = offQueueMs()
  }

  #measure(): void {
    const now = threadCpuMs()
    const nowOffQueue = offQueueMs()
    this.#longestMs = Math.max(this.#longestMs, now - this.#last - EVERY_MS)
    this.#longestClockMs = Math.max(this.#longestClockMs, nowOffQueue - this.#lastOffQueue - EVERY_MS)
    this.#last = now
    this.#lastOffQueue = nowOffQueue
  }

  /** The longest stall so far, in milliseconds of processor time. Below the time of a timer it is not told apart from 0. */
  get longestMs(): number {
    return this.#longestMs
  }

  /**
   * The longest stall so far by the clock, in milliseconds: also one that waits and does nothing, such as for a lock or another process. A slow
   * disk counts too, so only much is a finding. 0 where the system does not tell what was waiting for a processor.
   */
  get longestClockMs(): number {
    return this.#longestClockMs
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}

/** The time by the clock without what was waiting for a processor, in milliseconds. Stands still where that is not known. */
function offQueueMs(): number {
  const queued = threadQueuedMs()
  return queued === undefined ? 0 : performance.now() - queued
}
