import { isDeepStrictEqual } from 'node:util'
import { topics as topicsOfContract, type TopicName, type ValueOf } from '../../shared/rpc/contract'
import { log } from '../lib/log'
import type { TopicHub } from './topicHub'

/** Whatever tells that something changed: every `Emitter`. */
export interface ChangeSource {
  /** Returns the way to unsubscribe. */
  subscribe(listener: () => void): () => void
}

/** Where a topic comes from: `value` computes it at any time, and one of `sources` tells after whatever it is computed from has changed. */
export interface TopicSource<T> {
  readonly sources: readonly ChangeSource[]
  readonly value: () => T
}

/** Every topic of the contract. One that is forgotten does not compile. */
export type Topics = { readonly [N in TopicName]: TopicSource<ValueOf<N>> }

/**
 * Keeps the topics of the hub equal to what their sources say. Several changes in one tick are published once, at its end and so before the
 * reply of the call that made them. A value that equals the last one is not published again: owners replace what they tell, and never change it.
 */
export class TopicPublisher implements Disposable {
  readonly #hub: TopicHub
  /** What is to be published at the end of this tick. */
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

  /** The same for one topic. */
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

  /** Nothing is computed any more: what a topic is computed from may be closed. */
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
        // Nobody waits for it: the last value stays, and the next change tries again.
        log('error', 'A topic could not be published', { error: thrown })
      }
    }
  }
}

function isTopic(name: string): name is TopicName {
  return Object.hasOwn(topicsOfContract, name)
}
