import { setImmediate as turn } from 'node:timers/promises'
import { ConversationId, type MessageId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import type { ActiveConversations } from './activeConversations'
import { branchTitle } from './branchTitle'
import type { ConversationList } from './conversationList'
import type { ConversationStore } from './conversationStore'
import { copyMessage } from './copyMessage'

/** Begins a new conversation as a copy of another one's versions in front, up to a message. */
export class ConversationBrancher {
  readonly #store: ConversationStore
  readonly #list: ConversationList
  readonly #activeConversations: Pick<ActiveConversations, 'conversation'>
  readonly #clock: Clock

  constructor(deps: {
    readonly store: ConversationStore
    readonly list: ConversationList
    readonly activeConversations: Pick<ActiveConversations, 'conversation'>
    readonly clock: Clock
  }) {
    this.#store = deps.store
    this.#list = deps.list
    this.#activeConversations = deps.activeConversations
    this.#clock = deps.clock
  }

  /**
   * Copies a conversation up to and including a message. The copy stays hidden until it is whole, so that a crash leaves nothing half-made:
   * the next start removes what is hidden.
   * @throws {AppError} NOT_FOUND without this conversation or message, CONFLICT when the message is an answer that is still being written.
   */
  async branch(from: ConversationId, last: MessageId): Promise<{ readonly conversationId: ConversationId }> {
    const original = this.#activeConversations.conversation(from)
    const index = original.messages.findIndex(({ id }) => id === last)
    const messages = original.messages.slice(0, index + 1)
    const end = messages.at(-1)
    if (!end) throw new AppError('NOT_FOUND', { reason: 'chat.messageGone' })
    if (end.state === 'running' || end.state === 'waiting') throw new AppError('CONFLICT', { reason: 'chat.stillRunning' })
    const conversationId = ConversationId.parse(this.#clock.newId())
    const now = this.#clock.now()
    this.#store.create({ id: conversationId, created: now, model: original.model })
    this.#store.remove([conversationId], now)
    const copies = new Map<MessageId, MessageId>()
    let parent: MessageId | undefined
    for (const message of messages) {
      const copy = copyMessage(message, parent, this.#clock)
      this.#store.addMessage(conversationId, copy.message)
      parent = copy.message.id
      copies.set(message.id, parent)
      // Others have a turn after each message, and after each piece of a large result.
      await turn()
      for (const { from: call, to } of copy.calls) for (const _piece of this.#store.results.copy(call, to)) await turn()
    }
    this.#store.ownSettings.setChosenAccounts(conversationId, original.chosenAccounts)
    this.#store.ownSettings.set(conversationId, original.settings)
    this.#store.ownSettings.setProject(conversationId, original.project ?? null)
    for (const summary of original.summaries ?? []) {
      const through = copies.get(summary.through)
      if (through !== undefined) this.#store.summaries.save({ ...summary, through })
    }
    this.#store.rename(conversationId, branchTitle(original.title, new Set(this.#list.conversations().map(({ title }) => title))))
    this.#store.touch(conversationId, now)
    this.#store.restore([conversationId])
    this.#list.tell()
    return { conversationId }
  }
}
