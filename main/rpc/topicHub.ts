import type { EventOf, FeedName, TopicName, ValueOf } from '../../shared/rpc/contract'

/**
 * Enough for a page that lost its connection for a moment. After a longer break it loads everything again. Each event may carry a large
 * result.
 */
const EVENTS_KEPT = 1_000
const LINES_KEPT = 20

interface Line {
  seq: number
  readonly events: { readonly seq: number; readonly event: unknown }[]
  readonly listeners: Set<(events: readonly { readonly seq: number; readonly event: unknown }[]) => void>
}

/** Holds the last value of every topic and the last events of every feed, and notifies watchers. */
export class TopicHub {
  readonly #values = new Map<string, unknown>()
  readonly #watchers = new Map<string, Set<(value: unknown) => void>>()
  readonly #lines = new Map<string, Line>()
  /** Lines that hold events, the most recently used last. */
  readonly #recent = new Set<Line>()

  set<N extends TopicName>(topic: N, value: ValueOf<N>): void {
    this.#values.set(topic, value)
    for (const watcher of this.#watchers.get(topic) ?? []) watcher(value)
  }

  /** Calls back at once with the current value, if there is one, and after every change. */
  watch(topic: string, watcher: (value: unknown) => void): () => void {
    const watchers = this.#watchers.get(topic) ?? new Set()
    this.#watchers.set(topic, watchers.add(watcher))
    if (this.#values.has(topic)) watcher(this.#values.get(topic))
    return () => {
      watchers.delete(watcher)
    }
  }

  append<N extends FeedName>(feed: N, key: string, event: EventOf<N>): void {
    this.appendAll(feed, key, [event])
  }

  /** Appends several events and delivers them to each listener together. */
  appendAll<N extends FeedName>(feed: N, key: string, events: readonly EventOf<N>[]): void {
    const line = this.#line(feed, key)
    const numbered = events.map((event) => ({ seq: ++line.seq, event }))
    line.events.push(...numbered)
    if (line.events.length > EVENTS_KEPT) line.events.splice(0, line.events.length - EVENTS_KEPT)
    this.#forgetOldest(line)
    for (const listener of line.listeners) listener(numbered)
  }

  /** Whether somebody hears the events under a key now. */
  isFollowed(feed: FeedName, key: string): boolean {
    return this.#line(feed, key).listeners.size > 0
  }

  /** Returns the number of the last event under a key. A snapshot taken now contains everything up to it. */
  lastSeq(feed: FeedName, key: string): number {
    return this.#line(feed, key).seq
  }

  /**
   * Replays the events after `from`, then follows. Returns undefined if some of them are no longer kept, or if `from` is from an earlier
   * run of the host.
   */
  follow(
    feed: string,
    key: string,
    from: number,
    listener: (events: readonly { readonly seq: number; readonly event: unknown }[]) => void,
  ): (() => void) | undefined {
    const line = this.#line(feed, key)
    const oldest = line.events[0]?.seq ?? line.seq + 1
    if (from > line.seq || from + 1 < oldest) return undefined
    const missed = line.events.filter(({ seq }) => seq > from)
    if (missed.length > 0) listener(missed)
    line.listeners.add(listener)
    return () => {
      line.listeners.delete(listener)
    }
  }

  /** Drops the events of the least recently used line but keeps its number. A later request for old events then shows a gap. */
  #forgetOldest(used: Line): void {
    this.#recent.delete(used)
    this.#recent.add(used)
    const [oldest] = this.#recent
    if (this.#recent.size <= LINES_KEPT || !oldest) return
    this.#recent.delete(oldest)
    oldest.events.length = 0
  }

  #line(feed: string, key: string): Line {
    const name = `${feed} ${key}`
    const line = this.#lines.get(name) ?? { seq: 0, events: [], listeners: new Set() }
    this.#lines.set(name, line)
    return line
  }
}
