import type { ChatEvent, ChatMessage, Conversation } from '../../shared/domain/chat'
import { reduceChat } from '../../shared/domain/chatReducer'
import type { ConversationId, MessageId, PartId } from '../../shared/domain/ids'
import { throttle } from '../../shared/lib/throttle'
import { systemClock } from '../lib/clock'

/** How long text from the model is collected before it is published. */
const GATHER_MS = 30

/** A conversation while something runs in it, exactly as it was published. A snapshot always matches the number of the last event. */
export class ActiveConversation {
  readonly #publish: (event: ChatEvent) => void
  #conversation: Conversation
  #words: { readonly messageId: MessageId; readonly partId: PartId; text: string } | undefined
  readonly #gather = throttle(() => this.#emitText(), { ms: GATHER_MS, leading: false, after: systemClock.after })

  constructor(conversation: Conversation, publish: (event: ChatEvent) => void) {
    this.#conversation = conversation
    this.#publish = publish
  }

  get id(): ConversationId {
    return this.#conversation.id
  }

  /** Returns everything that was published so far. Text that was still being collected is published first. */
  snapshot(): Conversation {
    this.flush()
    return this.#conversation
  }

  publish(event: ChatEvent): void {
    this.flush()
    this.#emit(event)
  }

  /** Publishes that other versions are in front after this message, or from the first one on where it is null. */
  changePath(after: MessageId | null, messages: readonly ChatMessage[]): void {
    const kept = after === null ? 0 : this.#conversation.messages.findIndex(({ id }) => id === after) + 1
    this.publish({ type: 'pathChanged', kept, messages })
  }

  addText(messageId: MessageId, partId: PartId, text: string): void {
    if (this.#words?.partId !== partId) this.flush()
    if (this.#words) this.#words.text += text
    else this.#words = { messageId, partId, text }
    this.#gather()
  }

  flush(): void {
    this.#gather.flush()
  }

  #emitText(): void {
    const words = this.#words
    this.#words = undefined
    if (words) this.#emit({ type: 'textAdded', ...words })
  }

  #emit(event: ChatEvent): void {
    this.#conversation = reduceChat(this.#conversation, event)
    this.#publish(event)
  }
}
