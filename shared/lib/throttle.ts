export interface ThrottleOptions {
  /** The shortest time between two runs, in milliseconds. */
  readonly ms: number
  /** Whether the first call runs at once. Otherwise it waits for `ms` too, together with the calls that follow. */
  readonly leading: boolean
  /** Runs a function once after `ms`, such as a clock's `after`. The returned function cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
}

export interface Throttled<T> {
  (value: T): void
  /** Runs the waiting call now, if there is one. */
  flush(): void
  /** Cancels the waiting call. */
  cancel(): void
}

/** Runs at most once in `ms` milliseconds, with the value of the last call. The last call always runs unless it is cancelled. */
export function throttle<T = void>(run: (value: T) => void, { ms, leading, after }: ThrottleOptions): Throttled<T> {
  let waiting: { readonly value: T } | undefined
  let stopTimer: (() => void) | undefined
  const runWaiting = (): void => {
    const last = waiting
    waiting = undefined
    if (last) run(last.value)
  }
  const tick = (): void => {
    stopTimer = undefined
    if (waiting && leading) call(waiting.value)
    else runWaiting()
  }
  const stop = (): void => {
    stopTimer?.()
    stopTimer = undefined
  }
  const call = (value: T): void => {
    waiting = { value }
    if (stopTimer) return
    if (leading) runWaiting()
    stopTimer = after(ms, tick)
  }
  const flush = (): void => {
    stop()
    runWaiting()
  }
  const cancel = (): void => {
    stop()
    waiting = undefined
  }
  return Object.assign(call, { flush, cancel })
}
