import type { Conversation, ChatMessage, TurnState } from '../../shared/domain/chat'
import { MessageId, type QueuedId } from '../../shared/domain/ids'
import type { Clock } from '../lib/clock'
import type { CopiedCall } from './copyMessage'
import type { ConversationList } from './conversationList'
import type { ConversationStore } from './conversationStore'
import type { ActiveConversation } from './activeConversation'
import { userParts, titleOfUserInput, type UserInput } from './userMessage'

/** A message as somebody wrote it, before it has a place in a conversation. */
export type NewMessage = Pick<ChatMessage, 'role' | 'parts' | 'model'> & { readonly state: TurnState; readonly id?: MessageId }

/** Writes messages and titles: saves them, publishes them and updates the list of conversations. */
export class ConversationWriter {
  readonly #store: ConversationStore
  readonly #list: ConversationList
  readonly #clock: Clock

  constructor(deps: { readonly store: ConversationStore; readonly list: ConversationList; readonly clock: Clock }) {
    this.#store = deps.store
    this.#list = deps.list
    this.#clock = deps.clock
  }

  /** Adds a message to the end of the versions that are in front. */
  addMessage(live: ActiveConversation, start: NewMessage): ChatMessage {
    const parent = this.#store.leaf(live.id)
    const message: ChatMessage = {
      id: MessageId.parse(this.#clock.newId()),
      ...(parent !== null && { parent }),
      created: this.#clock.now(),
      ...start,
    }
    this.#store.addMessage(live.id, message)
    live.publish({ type: 'messageAdded', message })
    this.#list.tell()
    return message
  }

  /**
   * Adds another version of a message, and brings it to the front. What followed the other version stays with that one.
   * @param copied The calls of the new version that are copies. It appears when their results are saved too.
   */
  addVersion(live: ActiveConversation, of: ChatMessage, start: NewMessage, copied: readonly CopiedCall[] = []): ChatMessage {
    const added: ChatMessage = {
      id: MessageId.parse(this.#clock.newId()),
      ...(of.parent !== undefined && { parent: of.parent }),
      created: this.#clock.now(),
      ...start,
    }
    this.#store.addMessage(live.id, added, copied)
    const message = { ...added, versions: this.#store.tree(live.id).versionsOf(added.id) }
    live.changePath(of.parent ?? null, [message])
    this.#list.tell()
    return message
  }

  /**
   * Adds the person's text and attachments. A conversation without a title gets its title from them.
   * @param queuedId Of a message that waited: it leaves the queue.
   */
  addUserMessage(live: ActiveConversation, { title }: Pick<Conversation, 'title'>, own: UserInput, queuedId?: QueuedId): void {
    const id = queuedId !== undefined && { id: MessageId.parse(queuedId) }
    this.addMessage(live, { ...id, role: 'user', state: 'done', parts: userParts(own, this.#clock) })
    if (title === '') this.setTitle(live, titleOfUserInput(own))
  }

  setTitle(live: ActiveConversation, title: string): void {
    this.#store.rename(live.id, title)
    live.publish({ type: 'titled', title })
    this.#list.tell()
  }
}
