import { createStore, type StoreApi } from 'zustand'
import type { ServerId } from '../../../shared/domain/ids'
import type { LogEntry, LogLevel } from '../../../shared/domain/serverLog'
import { AppError } from '../../../shared/errors/appError'
import { callHost } from '../../rpc/callHost'
import { host } from '../../rpc/host'
import { onHostReconnected } from '../../rpc/hostConnection'
import { isWanted, withNew, withOlder, type LogFilter } from './logReducer'

/** What the screen knows of one server's log. */
export type LogFeed =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: AppError }
  | {
      readonly status: 'ready'
      readonly entries: readonly LogEntry[]
      /** The least important level that the server is asked for. */
      readonly level: LogLevel | 'off'
      readonly hasMore: boolean
    }

const PAGE = 300

/** The log of one server as far as it passes a filter: its end, what comes after it, and older pages when they are asked for. */
export class LogFollower {
  readonly store: StoreApi<{ readonly feed: LogFeed }> = createStore(() => ({ feed: { status: 'loading' } }))
  readonly #serverId: ServerId
  readonly #filter: LogFilter
  #stop: (() => void) | undefined

  constructor(serverId: ServerId, filter: LogFilter) {
    this.#serverId = serverId
    this.#filter = filter
  }

  /** Follows until the returned function is called. */
  look(): () => void {
    this.#stop = this.#start()
    return () => {
      this.#stop?.()
      this.#stop = undefined
    }
  }

  /** Reads the end again, after it could not be read, or was cleared. */
  reload(): void {
    if (!this.#stop) return
    this.#stop()
    this.#stop = this.#start()
  }

  /** Puts the page before the first entry in front of it. */
  async older(): Promise<void> {
    const { feed } = this.store.getState()
    const [first] = feed.status === 'ready' ? feed.entries : []
    if (!first) return
    const page = await callHost('logs.read', { ...this.#asked(), before: first.id })
    const now = this.store.getState().feed
    // Cleared or loaded again meanwhile: then this page belongs to nothing.
    if (now.status !== 'ready' || now.entries[0]?.id !== first.id) return
    this.store.setState({ feed: { ...now, entries: withOlder(now.entries, page.entries), hasMore: page.hasMore } })
  }

  #asked() {
    const { level, search } = this.#filter
    return { serverId: this.#serverId, limit: PAGE, ...(level && { level }), ...(search !== '' && { search }) }
  }

  #start(): () => void {
    const controller = new AbortController()
    const leaving: (() => void)[] = [() => controller.abort()]
    leaving.push(
      onHostReconnected(() => {
        if (this.store.getState().feed.status === 'failed') this.reload()
      }),
    )
    void this.#load(controller.signal, leaving)
    return () => {
      for (const leave of leaving) leave()
    }
  }

  async #load(signal: AbortSignal, leaving: (() => void)[]): Promise<void> {
    try {
      const { entries, level, hasMore, seq } = await callHost('logs.read', this.#asked(), signal)
      if (signal.aborted) return
      this.store.setState({ feed: { status: 'ready', entries, level, hasMore } })
      leaving.push(
        host().follow('logs.entries', this.#serverId, seq, {
          onEvents: (events) => this.#fold(events.map(({ event }) => event as LogEntry)),
          onGap: () => this.reload(),
        }),
      )
    } catch (thrown) {
      if (!signal.aborted) this.store.setState({ feed: { status: 'failed', error: AppError.from(thrown) } })
    }
  }

  #fold(arrived: readonly LogEntry[]): void {
    const { feed } = this.store.getState()
    if (feed.status !== 'ready') return
    const wanted = arrived.filter((entry) => isWanted(entry, this.#filter))
    if (wanted.length > 0) this.store.setState({ feed: { ...feed, entries: withNew(feed.entries, wanted) } })
  }
}
