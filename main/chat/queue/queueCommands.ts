import { QueuedId, type ConversationId } from '../../../shared/domain/ids'
import type { FileReference } from '../../../shared/rpc/files'
import type { Clock } from '../../lib/clock'
import type { ActiveConversations } from '../activeConversations'
import type { ConversationStore } from '../conversationStore'
import type { TurnRunner } from '../turnRunner'
import { requireContent, type UserInput } from '../userMessage'

/** What is asked of the owner of files: to add some to the unsent input. */
export interface DraftFiles {
  /** @throws {AppError} INVALID_INPUT when there would be too many. */
  addToDraft(conversationId: ConversationId, files: readonly FileReference[]): void
}

/** What a person does with the messages that wait in a conversation. `TurnRunner` sends them. */
export class QueueCommands {
  readonly #store: ConversationStore
  readonly #activeConversations: ActiveConversations
  readonly #turns: Pick<TurnRunner, 'isRunning' | 'send'>
  readonly #files: DraftFiles
  readonly #clock: Pick<Clock, 'newId'>

  constructor(deps: {
    readonly store: ConversationStore
    readonly activeConversations: ActiveConversations
    readonly turns: Pick<TurnRunner, 'isRunning' | 'send'>
    readonly files: DraftFiles
    readonly clock: Pick<Clock, 'newId'>
  }) {
    this.#store = deps.store
    this.#activeConversations = deps.activeConversations
    this.#turns = deps.turns
    this.#files = deps.files
    this.#clock = deps.clock
  }

  /**
   * Adds a message that waits for the end of the turn that runs, or that steers it. If that turn has ended well meanwhile and nothing else
   * waits, the message is sent.
   * @throws {AppError} NOT_FOUND, INVALID_INPUT when there is nothing to send, CONFLICT when the queue is full, MODEL_MISSING.
   */
  add(conversationId: ConversationId, input: UserInput, steers: boolean): void {
    requireContent(input)
    const conversation = this.#store.load(conversationId)
    const endedWell = !this.#turns.isRunning(conversationId) && (conversation.messages.at(-1)?.state ?? 'done') === 'done'
    if (endedWell && conversation.queue === undefined) return this.#turns.send(conversationId, input.text, input.attached)
    const queued = { id: QueuedId.parse(this.#clock.newId()), input, steers: steers && this.#turns.isRunning(conversationId) }
    const message = this.#store.queue.add(conversationId, queued)
    this.#store.takeFromDraft(conversationId, input.text)
    this.#activeConversations.of(conversation).publish({ type: 'queued', message })
  }

  /** @throws {AppError} NOT_FOUND */
  steer(conversationId: ConversationId, queuedId: QueuedId): void {
    const conversation = this.#store.load(conversationId)
    const message = this.#store.queue.steer(conversationId, queuedId)
    const live = this.#activeConversations.of(conversation)
    live.publish({ type: 'queued', message })
    if (this.#turns.isRunning(conversationId)) return
    for (const waiting of this.#store.queue.release(conversationId)) live.publish({ type: 'queued', message: waiting })
  }

  /**
   * Takes a message back into the unsent input with its files, in one write.
   * @throws {AppError} NOT_FOUND, INVALID_INPUT when the unsent input would have too many files.
   */
  takeBack(conversationId: ConversationId, queuedId: QueuedId): void {
    const conversation = this.#store.load(conversationId)
    this.#store.queue.takeBack(conversationId, queuedId, (files) => this.#files.addToDraft(conversationId, files))
    this.#activeConversations.of(conversation).publish({ type: 'unqueued', queuedId })
  }

  /** @throws {AppError} NOT_FOUND */
  remove(conversationId: ConversationId, queuedId: QueuedId): void {
    const conversation = this.#store.load(conversationId)
    this.#store.queue.take(conversationId, queuedId)
    this.#activeConversations.of(conversation).publish({ type: 'unqueued', queuedId })
  }
}
