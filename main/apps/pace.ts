import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'

const PER_SECOND = 5
/** So many more may wait for their turn, four seconds of them. An interface that loads a document piece by piece needs that. */
const WAITING = 20

/** How fast one app may ask: at most five requests begin in any second. A few more wait; the rest is refused. */
export class Pace {
  readonly #clock: Pick<Clock, 'now' | 'sleep'>
  /** When the last five began or will, oldest first. */
  #turns: readonly number[] = []
  #waiting = 0

  constructor(clock: Pick<Clock, 'now' | 'sleep'>) {
    this.#clock = clock
  }

  /**
   * Waits for the turn of one more request.
   * @throws {AppError} CONFLICT when too many wait, and the signal's reason.
   */
  async enter(signal: AbortSignal): Promise<void> {
    if (this.#waiting >= WAITING) throw new AppError('CONFLICT', { reason: 'apps.tooFast' }, { retryAfterSeconds: 1 })
    const now = this.#clock.now()
    const fifthLast = this.#turns.length < PER_SECOND ? undefined : this.#turns[0]
    const turn = Math.max(now, fifthLast === undefined ? now : fifthLast + 1_000, this.#turns.at(-1) ?? 0)
    this.#turns = [...this.#turns, turn].slice(-PER_SECOND)
    if (turn <= now) return
    this.#waiting++
    try {
      await this.#clock.sleep(turn - now, signal)
    } finally {
      this.#waiting--
    }
  }
}
