import { createStore, type StoreApi } from 'zustand'
import type { ChatEvent, Conversation } from '../../shared/domain/chat'
import { reduceChat } from '../../shared/domain/chatReducer'
import type { ConversationId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { callHost } from './callHost'
import { host } from './host'
import { onHostReconnected } from './hostConnection'

/** What the screen knows of one open conversation. */
export type ConversationFeed =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly conversation: Conversation }
  | { readonly status: 'failed'; readonly error: AppError }

/** One open conversation: a snapshot, and every event after it, folded. Loads again after a gap, and when the link comes back. */
export class ConversationFollower {
  readonly store: StoreApi<{ readonly feed: ConversationFeed }> = createStore(() => ({ feed: { status: 'loading' } }))
  readonly #id: ConversationId
  #users = 0
  #stop: (() => void) | undefined

  constructor(id: ConversationId) {
    this.#id = id
  }

  /** Follows for as long as somebody looks. Returns the way to stop looking. */
  look(): () => void {
    this.#users += 1
    if (this.#users === 1) this.#stop = this.#start()
    return () => {
      this.#users -= 1
      if (this.#users > 0) return
      this.#stop?.()
      followers.delete(this.#id)
    }
  }

  /** Asks for a fresh snapshot, after one could not be had. */
  reload(): void {
    if (this.#users === 0) return
    this.#stop?.()
    this.#stop = this.#start()
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
      const { conversation, seq } = await callHost('chat.open', { conversationId: this.#id }, signal)
      if (signal.aborted) return
      this.store.setState({ feed: { status: 'ready', conversation } })
      leaving.push(
        host().follow('chat.events', this.#id, seq, {
          onEvents: (events) => this.#fold(events.map(({ event }) => event as ChatEvent)),
          onGap: () => this.reload(),
        }),
      )
    } catch (thrown) {
      if (!signal.aborted) this.store.setState({ feed: { status: 'failed', error: AppError.from(thrown) } })
    }
  }

  #fold(events: readonly ChatEvent[]): void {
    const { feed } = this.store.getState()
    if (feed.status !== 'ready') return
    this.store.setState({ feed: { status: 'ready', conversation: events.reduce(reduceChat, feed.conversation) } })
  }
}

const followers = new Map<ConversationId, ConversationFollower>()

/** The one follower of a conversation. */
export function followerOf(id: ConversationId): ConversationFollower {
  const follower = followers.get(id) ?? new ConversationFollower(id)
  followers.set(id, follower)
  return follower
}
