import { AppError } from '../../shared/errors/appError'
import type { CallName, EventOf, FeedName, InputOf, OutputOf, TopicName, ValueOf } from '../../shared/rpc/contract'
import type { FeedListener, HostClient } from '../../shared/rpc/hostClient'

interface Follower {
  readonly listener: FeedListener
  last: number
}

/** A host made of plain values, for component tests and previews. It answers only the calls that it has answers for. */
export class FakeHost implements HostClient {
  /** All calls so far, in order. */
  readonly asked: { readonly name: string; readonly input: unknown }[] = []
  /** No unsent message has files, unless a test says otherwise. */
  readonly #answers = new Map<string, (input: never) => unknown>([['files.ofDraft', () => []]])
  /** No conversation is temporary, unless a test says otherwise. */
  readonly #values = new Map<string, unknown>([['chat.temporary', []]])
  readonly #watchers = new Map<string, Set<(value: unknown) => void>>()
  readonly #followers = new Map<string, Set<Follower>>()

  /** Sets the answer to a call. An error that `give` throws becomes the call's failure. */
  answer<N extends CallName>(name: N, give: NoInfer<(input: InputOf<N>) => OutputOf<N> | Promise<OutputOf<N>>>): this {
    this.#answers.set(name, give)
    return this
  }

  /** Sets the value of a topic for current and later watchers. */
  publish<N extends TopicName>(name: N, value: ValueOf<N>): this {
    this.#values.set(name, value)
    for (const watcher of this.#watchers.get(name) ?? []) watcher(value)
    return this
  }

  /** Sends an event to the followers of a feed. */
  emit<N extends FeedName>(feed: N, key: string, event: EventOf<N>): void {
    for (const follower of this.#followers.get(`${feed} ${key}`) ?? []) follower.listener.onEvents([{ seq: ++follower.last, event }])
  }

  /** Tells the followers of a feed that they missed events. */
  gap(feed: FeedName, key: string): void {
    for (const follower of this.#followers.get(`${feed} ${key}`) ?? []) follower.listener.onGap()
  }

  async call(name: string, input: unknown): ReturnType<HostClient['call']> {
    this.asked.push({ name, input })
    const give = this.#answers.get(name)
    if (!give) return { ok: false, error: { code: 'NOT_FOUND', message: `The fake host has no answer to ${name}` } }
    try {
      return { ok: true, value: await give(input as never) }
    } catch (thrown) {
      return { ok: false, error: AppError.from(thrown).toData() }
    }
  }

  cancel(): void {
    // Nothing that it answers takes long enough to be cancelled.
  }

  watch(topic: string, listener: (value: unknown) => void): () => void {
    const watchers = this.#watchers.get(topic) ?? new Set()
    this.#watchers.set(topic, watchers.add(listener))
    if (this.#values.has(topic)) queueMicrotask(() => listener(this.#values.get(topic)))
    return () => watchers.delete(listener)
  }

  follow(feed: string, key: string, from: number, listener: FeedListener): () => void {
    const followers = this.#followers.get(`${feed} ${key}`) ?? new Set()
    const follower = { listener, last: from }
    this.#followers.set(`${feed} ${key}`, followers.add(follower))
    return () => followers.delete(follower)
  }
}
