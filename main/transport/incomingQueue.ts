import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { mainThreadShare, systemQueueClock, ThreadUse, type QueueClock, type Reading, type ThreadShare } from './threadShare'

/** The most messages that are handled as they arrive, within one period. More than that is a flood. */
const AT_ONCE = 20
const PERIOD_MS = 16
/** What each server may use of the main thread whatever the others do: so much at once, and so much in a second. In milliseconds. */
const OWN_MS = 4
const OWN_MS_PER_SECOND = 10
/** The most that a server can owe after large messages. Until that is made up for, it has only its part of what all floods have together. */
const MOST_OWED_MS = 100
/** What comes in so many parts is a large message. */
const PARTS_OF_LARGE = 4

/** One stream of bytes that brings messages: a pipe, or the body of one answer over HTTP. */
export interface IncomingStream {
  /**
   * Resolves when more may be read. Returns undefined if that is now.
   * @param spentMs How long reading the last bytes took.
   * @param isWaste Whether they are dropped, for example because their message is too large. Reading a large message is no flood, unless
   *   a server that has used much less lately wants the time.
   */
  ready(spentMs: number, isWaste?: boolean): Promise<unknown> | undefined
  /** A message is complete, or was dropped. Says nothing of other streams. */
  messageEnded(): void
}

/** What was read on one stream since its last message was complete. */
interface StreamReading extends Reading {
  parts: number
  /** Time spent on a message that is small so far. */
  smallMs: number
}

export interface IncomingQueueOptions {
  /** Whether there are several streams, as over HTTP, and a message is handled in the context (`AsyncLocalStorage`) of its arrival. That costs more than most messages. */
  readonly hasContext: boolean
  /** Receives what a handler throws. */
  readonly onError: (error: Error) => void
  readonly clock?: QueueClock
  /** The time that all queues have together. */
  readonly share?: ThreadShare
}

/**
 * The received messages of one session, in order. Usually each is handled as it arrives. A flood is handled in slices with rests between
 * them, from the share that all floods have together, so that it does not hold up the other servers or the screen. While messages wait,
 * nothing more should be read: see `ready`.
 */
export class IncomingQueue {
  readonly #bind: (handle: () => void) => () => void
  readonly #onError: (error: Error) => void
  readonly #clock: QueueClock
  readonly #share: ThreadShare
  #waiting: (() => void)[] = []
  #drained: PromiseWithResolvers<void> | undefined
  #period = { since: -Infinity, handled: 0 }
  /** What is left of the server's own time, and when that was so. Below 0 it owes some. */
  #own = { ms: OWN_MS, at: -Infinity }
  readonly #use = new ThreadUse()
  readonly #pipe: StreamReading = { use: this.#use, parts: 0, smallMs: 0 }
  readonly #hasStreams: boolean
  /** Time spent since its turn began. */
  #turnMs = 0
  /** Time spent reading since the event loop last turned. */
  #readMs = 0
  #isClosed = false

  constructor({ hasContext, onError, clock = systemQueueClock, share = mainThreadShare }: IncomingQueueOptions) {
    this.#hasStreams = hasContext
    this.#bind = hasContext ? (handle) => AsyncLocalStorage.bind(handle) : (handle) => handle
    this.#onError = onError
    this.#clock = clock
    this.#share = share
  }

  /** Handles one message, after those that wait. */
  push(handle: () => void): void {
    if (this.#isClosed) return
    this.#endMessage(this.#pipe)
    if (!this.#drained && this.#handledNow() < AT_ONCE && this.#hasTime()) return this.#runAtOnce(handle)
    this.#waiting.push(this.#bind(handle))
    if (this.#drained) return
    this.#drained = Promise.withResolvers()
    void this.#drain(this.#drained)
  }

  /** Returns a new stream of the session, or its only one over a pipe, where a message ends when it is pushed. */
  stream(): IncomingStream {
    const reading = this.#hasStreams ? { use: this.#use, parts: 0, smallMs: 0 } : this.#pipe
    return {
      ready: (spentMs, isWaste = false) => this.#ready(reading, spentMs, isWaste),
      messageEnded: () => this.#endMessage(reading),
    }
  }

  /** As `IncomingStream.ready`, for a session with one stream. */
  ready(spentMs: number, isWaste = false): Promise<unknown> | undefined {
    return this.#ready(this.#pipe, spentMs, isWaste)
  }

  #ready(reading: StreamReading, spentMs: number, isWaste: boolean): Promise<unknown> | undefined {
    if (this.#drained) return this.#drained.promise
    // After the end nobody waits for a message any more.
    if (!isWaste && !this.#isClosed && this.#handledNow() <= AT_ONCE) {
      const isLarge = ++reading.parts >= PARTS_OF_LARGE
      if (isLarge) this.#countReading(reading, spentMs)
      if (!this.#share.isBehind(this.#use)) {
        if (!isLarge) reading.smallMs += spentMs
        return this.#yieldAfter(spentMs)
      }
    }
    this.#hasTime()
    this.#spend(spentMs)
    return this.#hasTime() ? undefined : this.#waitForTurn()
  }

  /** Counts a message that was dropped while it was read. */
  countDropped(): void {
    this.#endMessage(this.#pipe)
    this.#handledNow()
    this.#period.handled++
  }

  /** Drops what waits and everything that follows. If messages waited, `ready` never resolves, so nothing more is read. */
  close(): void {
    this.#isClosed = true
    this.#waiting = []
    this.#endMessage(this.#pipe)
  }

  #endMessage(reading: StreamReading): void {
    // Each costs little, but they may come for ever. Of a large one this is its first parts: the others were counted while they were read.
    if (reading.smallMs > 0) this.#share.readSmall(reading.smallMs, this.#use)
    reading.smallMs = 0
    reading.parts = 0
    this.#share.hasRead(reading)
  }

  async #drain(drained: PromiseWithResolvers<void>): Promise<void> {
    await turn()
    let done = 0
    for (let next = this.#waiting[done]; next; next = this.#waiting[done]) {
      if (!this.#hasTime()) await this.#waitForTurn()
      if (this.#isClosed) break
      const before = this.#clock.now()
      done++
      this.#run(next)
      // The SDK answers in microtasks. Without this wait they would run later, and nobody would count their time.
      await Promise.resolve()
      this.#count(before)
    }
    if (this.#isClosed) return
    this.#waiting = []
    this.#drained = undefined
    drained.resolve()
  }

  #runAtOnce(handle: () => void): void {
    const before = this.#clock.now()
    this.#run(handle)
    this.#count(before)
  }

  #run(handle: () => void): void {
    try {
      handle()
    } catch (thrown) {
      // One odd message must not crash the process.
      this.#onError(thrown instanceof Error ? thrown : new Error(String(thrown)))
    }
  }

  #count(before: number): void {
    this.#handledNow()
    this.#period.handled++
    this.#spend(this.#clock.now() - before)
  }

  /** Reading uses up the server's own time, and owes nothing. */
  #countReading(reading: StreamReading, ms: number): void {
    const own = this.#ownMs()
    this.#own.ms = Math.min(own, Math.max(own - ms, 0))
    this.#share.reading(ms, reading)
  }

  #yieldAfter(readMs: number): Promise<unknown> | undefined {
    this.#readMs += readMs
    if (this.#readMs < this.#share.sliceMs()) return undefined
    this.#readMs = 0
    return turn()
  }

  /** How many messages were handled in this period. Begins the next one if it is over. */
  #handledNow(): number {
    const now = this.#clock.now()
    if (now - this.#period.since >= PERIOD_MS) this.#period = { since: now, handled: 0 }
    return this.#period.handled
  }

  #spend(ms: number): void {
    this.#own = { ms: Math.max(this.#own.ms - ms, -MOST_OWED_MS), at: this.#clock.now() }
    this.#turnMs += ms
    this.#share.charge(ms, this.#use)
  }

  #ownMs(): number {
    const now = this.#clock.now()
    const refill = this.#own.at === -Infinity ? 0 : ((now - this.#own.at) / 1_000) * OWN_MS_PER_SECOND
    this.#own = { ms: Math.min(this.#own.ms + refill, OWN_MS), at: now }
    return this.#own.ms
  }

  #hasTime(): boolean {
    const isShared = this.#share.mayGoOn(this.#turnMs)
    return this.#ownMs() > 0 || isShared
  }

  async #waitForTurn(): Promise<void> {
    await this.#share.wait(this.#use)
    this.#turnMs = 0
  }
}
