import { openSync, readSync } from 'node:fs'
import type { Stall } from '../stall'

const EVERY_MS = 10
const SEEN_FROM_MS = 30
const LARGE_TEXT = 5_000_000

interface Span {
  readonly from: number
  readonly to: number
}

/** Watches the main thread of this process from inside. When a timer fires late, nothing else could run on the thread either. */
export class StallWatch {
  during = 'the start'
  /** Set during deliberate work that nothing waits for. */
  paused = false
  readonly #stalls: Stall[] = []
  readonly #times = threadTimes()
  #parses: Span[] = []

  constructor() {
    this.#watchParsing()
    let last = performance.now()
    let before = this.#times()
    setInterval(() => {
      const now = performance.now()
      const times = this.#times()
      const lateMs = now - last - EVERY_MS
      if (lateMs > SEEN_FROM_MS && !this.paused)
        this.#note({ from: last, to: now }, lateMs, { ranMs: times.ranMs - before.ranMs, queuedMs: times.queuedMs - before.queuedMs })
      this.#parses = []
      before = times
      // The time that this callback itself takes does not count as a delay.
      last = performance.now()
    }, EVERY_MS).unref()
  }

  take(): readonly Stall[] {
    return this.#stalls.splice(0)
  }

  #note(span: Span, lateMs: number, times: ThreadTimes): void {
    this.#stalls.push({ during: this.during, lateMs, ...times, parsingMs: overlap(span, this.#parses) })
  }

  /** Measures the time that `JSON.parse` takes for large texts only. */
  #watchParsing(): void {
    const parse = JSON.parse
    JSON.parse = (text: string, reviver?: Parameters<typeof parse>[1]): unknown => {
      if (text.length <= LARGE_TEXT) return parse(text, reviver)
      const from = performance.now()
      try {
        return parse(text, reviver)
      } finally {
        this.#parses.push({ from, to: performance.now() })
      }
    }
  }
}

function overlap(span: Span, parts: readonly Span[]): number {
  return parts.reduce((sum, part) => sum + Math.max(0, Math.min(span.to, part.to) - Math.max(span.from, part.from)), 0)
}

interface ThreadTimes {
  readonly ranMs: number
  readonly queuedMs: number
}

/** Returns how long the main thread has run, and how long it was ready to run but had no processor. Both are 0 outside Linux. */
function threadTimes(): () => ThreadTimes {
  if (process.platform !== 'linux') return () => ({ ranMs: 0, queuedMs: 0 })
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
  const buffer = Buffer.alloc(100)
  return () => {
    const [ran, queued] = buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0)).split(' ')
    return { ranMs: Number(ran) / 1e6, queuedMs: Number(queued) / 1e6 }
  }
}
