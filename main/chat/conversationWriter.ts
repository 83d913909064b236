import type { Conversation, ChatMessage, TurnState } from '../../shared/domain/chat'
import { MessageId } from '../../shared/domain/ids'
import type { Clock } from '../lib/clock'
import type { ConversationList } from './conversationList'
import type { ConversationStore } from './conversationStore'
import type { ActiveConversation } from './activeConversation'
import { userParts, titleOfUserInput, type UserInput } from './userMessage'

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

  addMessage(live: ActiveConversation, start: Pick<ChatMessage, 'role' | 'parts' | 'model'> & { readonly state: TurnState }): ChatMessage {
    const message: ChatMessage = { id: MessageId.parse(this.#clock.newId()), created: this.#clock.now(), ...start }
    this.#store.addMessage(live.id, message)
    live.publish({ type: 'messageAdded', message })
    this.#list.tell()
    return message
  }

  /** Adds the person's text and attachments. A conversation without a title gets its title from them. */
  addUserMessage(live: ActiveConversation, { title }: Pick<Conversation, 'title'>, own: UserInput): void {
    this.addMessage(live, { role: 'user', state: 'done', parts: userParts(own, this.#clock) })
    if (title === '') this.setTitle(live, titleOfUserInput(own))
  }

  setTitle(live: ActiveConversation, title: string): void {
    this.#store.rename(live.id, title)
    live.publish({ type: 'titled', title })
    this.#list.tell()
  }
}
