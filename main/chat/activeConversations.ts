import type { ChatEvent, Conversation, ConversationSnapshot } from '../../shared/domain/chat'
import type { ConversationId } from '../../shared/domain/ids'
import type { ConversationStore } from './conversationStore'
import { ActiveConversation } from './activeConversation'

export interface ActiveConversationsDeps {
  readonly store: Pick<ConversationStore, 'load'>
  readonly publish: (conversationId: ConversationId, event: ChatEvent) => void
  /** Returns the number of the last published event of a conversation. */
  readonly lastSeq: (conversationId: ConversationId) => number
}

/** Reads conversations. A conversation in which something runs is read from memory, as it was published; all others are read from disk. */
export class ActiveConversations {
  readonly #deps: ActiveConversationsDeps
  readonly #running = new Map<ConversationId, ActiveConversation>()

  constructor(deps: ActiveConversationsDeps) {
    this.#deps = deps
  }

  /** Returns the object that publishes the events of a conversation. */
  of(conversation: Conversation): ActiveConversation {
    const { id } = conversation
    return this.#running.get(id) ?? new ActiveConversation(conversation, (event) => this.#deps.publish(id, event))
  }

  /** Publishes an event of a conversation that need not be read for it. */
  publish(id: ConversationId, event: ChatEvent): void {
    const live = this.#running.get(id)
    if (live) live.publish(event)
    else this.#deps.publish(id, event)
  }

  /** Marks a conversation as running: until `ended`, it is read from memory. */
  started(live: ActiveConversation): void {
    this.#running.set(live.id, live)
  }

  ended(live: ActiveConversation): void {
    this.#running.delete(live.id)
  }

  /**
   * Returns a conversation in its current state.
   * @throws {AppError} NOT_FOUND
   */
  conversation(conversationId: ConversationId): Conversation {
    return this.#running.get(conversationId)?.snapshot() ?? this.#deps.store.load(conversationId)
  }

  /**
   * Returns a conversation with so many of its last messages, and the number of the last event that it contains.
   * @throws {AppError} NOT_FOUND
   */
  snapshot(conversationId: ConversationId, latest: number): ConversationSnapshot {
    const stored = this.#deps.store.load(conversationId, latest)
    const live = this.#running.get(conversationId)?.snapshot()
    const conversation = live ? withLatest(stored, live.messages, latest) : stored
    return { conversation, seq: this.#deps.lastSeq(conversationId) }
  }
}

function withLatest({ earlier: _earlier, ...stored }: Conversation, messages: Conversation['messages'], latest: number): Conversation {
  const earlier = Math.max(0, messages.length - latest)
  return { ...stored, messages: messages.slice(earlier), ...(earlier > 0 && { earlier }) }
}
