import type { CallProgress } from '../../shared/domain/chat'
import { throttle, type Throttled } from '../../shared/lib/throttle'
import { systemClock } from '../lib/clock'

const PROGRESS_MS = 50

/** Passes on the progress of one call: only rising values, and not faster than a person can see (2025-11-25, progress). */
export class ProgressReporter {
  readonly #hand: Throttled<CallProgress>
  #furthest = -Infinity

  constructor(hand: (progress: CallProgress) => void) {
    this.#hand = throttle(hand, { ms: PROGRESS_MS, leading: true, after: systemClock.after })
  }

  push(progress: CallProgress): void {
    if (progress.progress <= this.#furthest) return
    this.#furthest = progress.progress
    this.#hand(progress)
  }

  /** Passes on the last report if it still waits. */
  stop(): void {
    this.#hand.flush()
  }
}
