import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { roundedTime } from '../lib/roundedTime'

export interface CallTimes {
  /** Longest time without progress. */
  readonly quietMs: number
  readonly totalMs: number
}

/** A Node timer with a longer delay fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Owner of the deadlines of one call. Its signal aborts with TIMED_OUT, or with the caller's reason if the caller stops first. */
export class CallTimeout {
  readonly #clock: Pick<Clock, 'now' | 'after'>
  readonly #times: CallTimes
  readonly #caller: AbortSignal
  readonly #end = new AbortController()
  readonly #startedAt: number
  #lastSign: number
  /** Time that does not count because a person was answering. */
  #pausedMs = 0
  #pausedSince: number | undefined
  /** Cancels the timer of the current deadline. */
  #forget: (() => void) | undefined
  #over = false

  constructor(clock: Pick<Clock, 'now' | 'after'>, times: CallTimes, caller: AbortSignal) {
    this.#clock = clock
    this.#times = times
    this.#caller = caller
    this.#startedAt = clock.now()
    this.#lastSign = this.#startedAt
    if (caller.aborted) this.#stopped()
    else caller.addEventListener('abort', this.#stopped, { once: true })
    this.#watch()
  }

  get signal(): AbortSignal {
    return this.#end.signal
  }

  /** Records a sign of life from the server. */
  progress(): void {
    this.#lastSign = this.#activeNow()
  }

  pause(): void {
    this.#pausedSince ??= this.#clock.now()
    this.#forget?.()
  }

  resume(): void {
    if (this.#pausedSince === undefined) return
    this.#pausedMs += this.#clock.now() - this.#pausedSince
    this.#pausedSince = undefined
    this.#lastSign = this.#activeNow()
    this.#watch()
  }

  /** Ends the deadlines of a finished call. */
  stop(): void {
    this.#over = true
    this.#forget?.()
    this.#caller.removeEventListener('abort', this.#stopped)
  }

  readonly #stopped = (): void => this.#end.abort(this.#caller.reason)

  /** Returns the current time on a clock that stops while a person answers. */
  #activeNow(): number {
    return (this.#pausedSince ?? this.#clock.now()) - this.#pausedMs
  }

  /** Waits for the nearest deadline and then checks again, so that progress needs no new timer. */
  #watch(): void {
    // A question may be withdrawn after its call has ended.
    if (this.#over) return
    const now = this.#activeNow()
    const quietLeft = this.#lastSign + this.#times.quietMs - now
    const totalLeft = this.#startedAt + this.#times.totalMs - now
    if (totalLeft <= 0) return this.#end.abort(overTime('calls.tookTooLong', this.#times.totalMs))
    if (quietLeft <= 0) return this.#end.abort(overTime('calls.noSign', this.#times.quietMs))
    this.#forget?.()
    this.#forget = this.#clock.after(Math.min(quietLeft, totalLeft, LONGEST_TIMER_MS), () => this.#watch())
  }
}

function overTime(reason: 'calls.tookTooLong' | 'calls.noSign', ms: number): AppError {
  return new AppError('TIMED_OUT', { reason, params: { ...roundedTime(ms) } })
}
