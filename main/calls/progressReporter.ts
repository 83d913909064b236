import type { CallProgress } from '../../shared/domain/chat'
import { Throttle } from '../lib/throttle'

const PROGRESS_MS = 50

/** Hands on what a server reports of one call: only what grows, and not more often than anybody can see (2025-11-25, progress). */
export class ProgressReporter {
  readonly #steadily: Throttle<CallProgress>
  #furthest = -Infinity

  constructor(hand: (progress: CallProgress) => void) {
    this.#steadily = new Throttle(PROGRESS_MS, hand)
  }

  push(progress: CallProgress): void {
    if (progress.progress <= this.#furthest) return
    this.#furthest = progress.progress
    this.#steadily.push(progress)
  }

  stop(): void {
    this.#steadily.stop()
  }
}
