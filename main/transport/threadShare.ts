import { setImmediate as turn, setTimeout as rest } from 'node:timers/promises'

/** All servers that send more than a little get at most this much of the main thread together, within one period. In milliseconds. */
const SHARE_MS = 4
const PERIOD_MS = 16
/** How long one of them may go on while others wait. */
const TURN_MS = 1
/** A period is at most this long, whatever was spent in it, so that one huge message does not stop everything for long. */
const LONGEST_PERIOD_MS = 400
/** After so long, half of what a server used is forgotten. */
const HALF_MS = 5_000
/** A server is in the middle of a large message if more of it came within this time. */
const READING_MS = 100
/** Every so many turns who has waited longest is next, so that a server that used much does not stand still while others begin. */
const LONGEST_WAITING_EVERY = 8
/** A server goes on beside others until it has used so many times as much as one of them. */
const MORE = 2

/** Time as queues need it, in milliseconds. */
export interface QueueClock {
  /** Has fractions, and never goes back. */
  now(): number
  rest(ms: number): Promise<unknown>
}

export const systemQueueClock: QueueClock = { now: () => performance.now(), rest: (ms) => rest(ms) }

/** What one server used of the main thread lately, in milliseconds, as of a time. */
export class ThreadUse {
  #ms = 0
  #at = -Infinity

  add(ms: number, now: number): void {
    this.#ms = this.lately(now) + ms
    this.#at = now
  }

  lately(now: number): number {
    return this.#at === -Infinity ? 0 : this.#ms * 2 ** ((this.#at - now) / HALF_MS)
  }
}

/** One stream on which a message may be on its way. */
export interface Reading {
  readonly use: ThreadUse
}

interface Waiting {
  readonly use: ThreadUse
  readonly begin: () => void
}

/**
 * Owner of the main thread's time for floods: a quarter of it, for all servers together, however many flood at once. They take turns: who has
 * used the least lately goes first, so that an honest server with a large result does not wait behind those that flood without an end.
 */
export class ThreadShare {
  readonly #clock: QueueClock
  readonly #waiting: Waiting[] = []
  /** Who is in the middle of a large message, and when more of it came. */
  readonly #reading = new Map<Reading, number>()
  #turns = 0
  #period = { since: -Infinity, spentMs: 0 }
  #isServing = false

  constructor(clock: QueueClock = systemQueueClock) {
    this.#clock = clock
  }

  /** Counts time that was spent on messages of a server, in the period in which it began. */
  charge(ms: number, use: ThreadUse): void {
    this.#period.spentMs += ms
    use.add(ms, this.#clock.now())
  }

  /** Whether a server that has spent so much since its turn began may go on. */
  mayGoOn(usedMs: number): boolean {
    const others = this.#waiting.length
    this.#renew(others)
    return this.#period.spentMs < SHARE_MS && usedMs < (others === 0 ? SHARE_MS : TURN_MS)
  }

  /** Notes time that was spent reading a part of a large message. That is no flood as long as nobody who used less wants the time. */
  reading(ms: number, reading: Reading): void {
    const now = this.#clock.now()
    reading.use.add(ms, now)
    this.#reading.set(reading, now)
  }

  /** Counts time that was spent reading small messages. Who sends them wants no time of others, but goes after those who used less. */
  readSmall(ms: number, use: ThreadUse): void {
    use.add(ms, this.#clock.now())
  }

  hasRead(reading: Reading): void {
    this.#reading.delete(reading)
  }

  /** How long a server may read before others have a turn. */
  sliceMs(): number {
    return this.#readers().size > 1 ? TURN_MS : SHARE_MS
  }

  /** Whether another server wants the time that has used much less of it lately. */
  isBehind(use: ThreadUse): boolean {
    const now = this.#clock.now()
    const most = use.lately(now) / MORE
    for (const waiting of this.#waiting) if (waiting.use.lately(now) < most) return true
    for (const other of this.#readers()) if (other.lately(now) < most) return true
    return false
  }

  /** Who is in the middle of a large message. Who has sent nothing more of it for a while does not want the time. */
  #readers(): ReadonlySet<ThreadUse> {
    const now = this.#clock.now()
    for (const [reading, at] of this.#reading) if (now - at > READING_MS) this.#reading.delete(reading)
    return new Set([...this.#reading.keys()].map(({ use }) => use))
  }

  /** Resolves when it is the caller's turn. What it does then, it has to charge before the event loop turns. */
  wait(use: ThreadUse): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ use, begin: resolve })
      if (!this.#isServing) void this.#serve()
    })
  }

  async #serve(): Promise<void> {
    this.#isServing = true
    while (this.#waiting.length > 0) {
      while (!this.#isFree()) await this.#clock.rest(this.#restMs())
      this.#takeNext()?.begin()
      await turn()
    }
    this.#isServing = false
  }

  /** The first of those that have used the least lately; at times who has waited longest. */
  #takeNext(): Waiting | undefined {
    if (++this.#turns % LONGEST_WAITING_EVERY === 0) return this.#waiting.shift()
    const now = this.#clock.now()
    const uses = this.#waiting.map(({ use }) => use.lately(now))
    return this.#waiting.splice(uses.indexOf(Math.min(...uses)), 1)[0]
  }

  #restMs(): number {
    return Math.max(this.#endsAt(this.#waiting.length - 1) - this.#clock.now(), 0)
  }

  #isFree(): boolean {
    this.#renew(this.#waiting.length - 1)
    return this.#period.spentMs < SHARE_MS
  }

  /** Begins the next period if this one is over. */
  #renew(others: number): void {
    if (this.#clock.now() >= this.#endsAt(others)) this.#period = { since: this.#clock.now(), spentMs: 0 }
  }

  /** One server alone may send large messages one after another. Where others wait, what was spent too much is made up for. */
  #endsAt(others: number): number {
    const owedMs = others > 0 ? (this.#period.spentMs / SHARE_MS) * PERIOD_MS : 0
    return this.#period.since + Math.min(Math.max(PERIOD_MS, owedMs), LONGEST_PERIOD_MS)
  }
}

/** There is one main thread, so there is one share of it. */
export const mainThreadShare = new ThreadShare()
