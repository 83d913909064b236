import { createStore, type StoreApi } from 'zustand'
import { AppError } from '../../shared/errors/appError'
import type { EventOf, FeedName } from '../../shared/rpc/contract'
import { trustHostValue } from '../../shared/rpc/trustHostValue'
import { currentHostClient } from './currentHostClient'
import { onHostReconnected } from './hostConnectionStore'

/** The page's copy of data that a feed keeps up to date. */
export type FeedState<S> =
  { readonly status: 'loading' } | { readonly status: 'failed'; readonly error: AppError } | ({ readonly status: 'ready' } & S)

export interface FeedSource<N extends FeedName, S extends object> {
  readonly feed: N
  /** The source of the events: the id of a conversation or of a server. */
  readonly key: string
  /** Reads the current data. `seq` is the number of the last event that it includes. */
  readonly load: (signal: AbortSignal) => Promise<{ readonly snapshot: S; readonly seq: number }>
  /** Pure: returns the snapshot with the later events applied. */
  readonly fold: (snapshot: S, events: readonly EventOf<N>[]) => S
  /** Reads what the first load left out, while the feed is followed. It changes the snapshot through `update`. */
  readonly loadRest?: (feed: FeedStore<N, S>, signal: AbortSignal) => Promise<void>
  /** Called when the last subscriber has left. */
  readonly onUnused?: () => void
}

/** A snapshot with every later event applied. Loads again after a gap, and after a failure when the connection to the host is back. */
export class FeedStore<N extends FeedName, S extends object> {
  readonly store: StoreApi<{ readonly feed: FeedState<S> }> = createStore(() => ({ feed: { status: 'loading' } }))
  readonly #source: FeedSource<N, S>
  #users = 0
  #stop: (() => void) | undefined

  constructor(source: FeedSource<N, S>) {
    this.#source = source
  }

  /** Follows the feed while there is a subscriber. Returns a function that unsubscribes. */
  subscribe(): () => void {
    this.#users += 1
    if (this.#users === 1) this.#stop = this.#start()
    return () => {
      this.#users -= 1
      if (this.#users > 0) return
      this.#stop?.()
      this.#stop = undefined
      this.#source.onUnused?.()
    }
  }

  /** Reads a new snapshot, after a failed load or when the data is known to have changed. */
  reload(): void {
    if (!this.#stop) return
    this.#stop()
    this.#stop = this.#start()
  }

  /** Changes the snapshot, if there is one. Returning the same object causes no new render. */
  update(change: (snapshot: S) => S): void {
    const { feed } = this.store.getState()
    if (feed.status !== 'ready') return
    const changed = change(feed)
    if (changed !== feed) this.#show(changed)
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
    const { feed, key, load, fold } = this.#source
    try {
      const { snapshot, seq } = await load(signal)
      if (signal.aborted) return
      this.#show(snapshot)
      leaving.push(
        currentHostClient().follow(feed, key, seq, {
          onEvents: (events) =>
            this.update((before) =>
              fold(
                before,
                events.map(({ event }) => trustHostValue<EventOf<N>>(event)),
              ),
            ),
          onGap: () => this.reload(),
        }),
      )
      await this.#source.loadRest?.(this, signal)
    } catch (thrown) {
      if (!signal.aborted) this.store.setState({ feed: { status: 'failed', error: AppError.from(thrown) } })
    }
  }

  #show(snapshot: S): void {
    this.store.setState({ feed: { ...snapshot, status: 'ready' } })
  }
}
