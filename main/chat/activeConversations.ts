import type { ChatEvent, Conversation, ConversationSnapshot } from '../../shared/domain/chat'
import type { ConversationId } from '../../shared/domain/ids'
import type { ConversationStore } from './conversationStore'
import { ActiveConversation } from './activeConversation'

export interface ActiveConversationsDeps {
  readonly store: Pick<ConversationStore, 'load'>
  readonly publish: (conversationId: ConversationId, event: ChatEvent) => void
  /** The number of the last event that was published of a conversation. */
  readonly lastSeq: (conversationId: ConversationId) => number
}

/** Where conversations are read: those in which something runs are in memory as they were published, all others on disk. */
export class ActiveConversations {
  readonly #deps: ActiveConversationsDeps
  readonly #running = new Map<ConversationId, ActiveConversation>()

  constructor(deps: ActiveConversationsDeps) {
    this.#deps = deps
  }

  /** What events of a conversation are published through. */
  of(conversation: Conversation): ActiveConversation {
    const { id } = conversation
    return this.#running.get(id) ?? new ActiveConversation(conversation, (event) => this.#deps.publish(id, event))
  }

  /** Something runs in it from now on: until `ended` it is read from memory. */
  started(live: ActiveConversation): void {
    this.#running.set(live.id, live)
  }

  ended(live: ActiveConversation): void {
    this.#running.delete(live.id)
  }

  /** A conversation as it stands. @throws {AppError} NOT_FOUND */
  conversation(conversationId: ConversationId): Conversation {
    return this.#running.get(conversationId)?.snapshot() ?? this.#deps.store.load(conversationId)
  }

  /** A conversation with the number of the last event that is in it. @throws {AppError} NOT_FOUND */
  snapshot(conversationId: ConversationId): ConversationSnapshot {
    const stored = this.#deps.store.load(conversationId)
    const live = this.#running.get(conversationId)?.snapshot()
    const conversation = live ? { ...stored, messages: live.messages } : stored
    return { conversation, seq: this.#deps.lastSeq(conversationId) }
  }
}
