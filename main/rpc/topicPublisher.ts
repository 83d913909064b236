import { isDeepStrictEqual } from 'node:util'
import { topics as topicsOfContract, type TopicName, type ValueOf } from '../../shared/rpc/contract'
import { log } from '../lib/log'
import type { TopicHub } from './topicHub'

/** Anything that reports changes, such as an `Emitter`. */
export interface ChangeSource {
  /** Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

/** The source of a topic. `value` computes it at any time. One of `sources` emits after each change of the data behind it. */
export interface TopicSource<T> {
  readonly sources: readonly ChangeSource[]
  readonly value: () => T
}

/** Every topic of the contract. A missing one does not compile. */
export type Topics = { readonly [N in TopicName]: TopicSource<ValueOf<N>> }

/**
 * Keeps the hub's topics equal to their sources. Several changes in one tick are published once, at the end of the tick, and so before the
 * reply of the call that made them. A value equal to the last one is not published again. So owners must replace their values and never
 * change them in place.
 */
export class TopicPublisher implements Disposable {
  readonly #hub: TopicHub
  /** Publishers that run at the end of this tick. */
  readonly #waiting = new Set<() => void>()
  readonly #unsubscribe: (() => void)[] = []
  #closed = false

  constructor(hub: TopicHub) {
    this.#hub = hub
  }

  /** Publishes every topic now, and again after each change of its sources. @throws what `value` throws, this first time */
  publish(topics: Topics): void {
    for (const name of Object.keys(topics)) if (isTopic(name)) this.follow(name, topics[name])
  }

  /** Publishes one topic now, and again after each change of its sources. */
  follow<N extends TopicName>(name: N, { sources, value }: Topics[N]): void {
    let last = value()
    this.#hub.set(name, last)
    const publish = (): void => {
      const next = value()
      if (isDeepStrictEqual(next, last)) return
      last = next
      this.#hub.set(name, next)
    }
    for (const source of sources) this.#unsubscribe.push(source.subscribe(() => this.#later(publish)))
  }

  /** Stops computing topics, because their data may be closed. */
  [Symbol.dispose](): void {
    this.#closed = true
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
  }

  #later(publish: () => void): void {
    if (this.#waiting.size === 0) queueMicrotask(() => this.#publishWaiting())
    this.#waiting.add(publish)
  }

  #publishWaiting(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    if (this.#closed) return
    for (const publish of waiting) {
      try {
        publish()
      } catch (thrown) {
        // No caller waits for this: the last value stays, and the next change tries again.
        log('error', 'A topic could not be published', { error: thrown })
      }
    }
  }
}

function isTopic(name: string): name is TopicName {
  return Object.hasOwn(topicsOfContract, name)
}
