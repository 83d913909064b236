import type { Attachment } from '../../shared/rpc/chat'
import type { ChatMessage, ChosenAccounts, Conversation, ConversationSnapshot, ModelChoice } from '../../shared/domain/chat'
import type { CallId, ConversationId, AccountId, MessageId, ModelRef, ServerId, UndoId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { ToolsForModel } from '../../shared/domain/models/modelProvider'
import type { ResultPiece } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import { toolsForModel } from '../tools/toolsForModel'
import type { ConversationList } from './conversationList'
import type { ConversationStore } from './conversationStore'
import type { ConversationWriter } from './conversationWriter'
import type { ActiveConversations } from './activeConversations'
import type { TurnTools } from './turnTools'

/** How many messages a page gets at once: the last ones first, since these are on the screen, then those before. */
const OPENED_MESSAGES = 120
const EARLIER_MESSAGES = 1_000

export interface ConversationCommandsDeps {
  readonly store: ConversationStore
  readonly list: ConversationList
  readonly activeConversations: ActiveConversations
  readonly writer: ConversationWriter
  readonly tools: Pick<TurnTools, 'prepare' | 'ready'>
  readonly limits: () => Pick<Limits, 'toolsToModel'>
  /** Stops the turn of a conversation and waits until it has ended. */
  readonly stop: (conversationId: ConversationId) => Promise<void>
}

/**
 * The commands of a person on conversations, whether or not a turn runs: open, create, rename, choose a model or account, remove, restore.
 */
export class ConversationCommands {
  readonly #deps: ConversationCommandsDeps

  constructor(deps: ConversationCommandsDeps) {
    this.#deps = deps
  }

  /**
   * Returns a conversation with its last messages, and the number of the last event that it contains.
   * @throws {AppError} NOT_FOUND
   */
  open(conversationId: ConversationId): ConversationSnapshot {
    return this.#deps.activeConversations.snapshot(conversationId, OPENED_MESSAGES)
  }

  /** Returns the messages that come before this one, as many as one answer has. */
  earlier(conversationId: ConversationId, before: MessageId): readonly ChatMessage[] {
    return this.#deps.store.messagesBefore(conversationId, before, EARLIER_MESSAGES)
  }

  /**
   * Returns a conversation as it is now. One in which a turn runs is not read from disk.
   * @throws {AppError} NOT_FOUND
   */
  current(conversationId: ConversationId): Conversation {
    return this.#deps.activeConversations.conversation(conversationId)
  }

  create(model?: ModelChoice): { conversationId: ConversationId } {
    return this.#deps.list.create(model)
  }

  /** @throws {AppError} NOT_FOUND */
  rename(conversationId: ConversationId, title: string): void {
    const { store, activeConversations, writer } = this.#deps
    writer.setTitle(activeConversations.of(store.load(conversationId)), title)
  }

  /** @throws {AppError} NOT_FOUND */
  setModel(conversationId: ConversationId, model: ModelChoice): void {
    const { store, activeConversations } = this.#deps
    const conversation = store.load(conversationId)
    store.setModel(conversationId, model)
    activeConversations.of(conversation).publish({ type: 'modelChosen', model })
  }

  /** Returns the models that were chosen for the latest conversations, at most five. */
  recentModels(): readonly ModelRef[] {
    return this.#deps.store.recentModels()
  }

  /**
   * Chooses the account that a conversation uses at a server from its next turn on. Null chooses the default account.
   * @throws {AppError} NOT_FOUND when the server has no such account.
   */
  chooseAccount(conversationId: ConversationId, serverId: ServerId, accountId: AccountId | null): void {
    const { store, activeConversations, list, tools } = this.#deps
    const conversation = store.load(conversationId)
    const { [serverId]: _before, ...others } = conversation.chosenAccounts
    if (accountId !== null) tools.prepare(serverId, accountId)
    const chosenAccounts: ChosenAccounts = accountId === null ? others : { ...others, [serverId]: accountId }
    store.setChosenAccounts(conversationId, chosenAccounts)
    activeConversations.of(conversation).publish({ type: 'accountsChosen', chosenAccounts })
    list.tell()
  }

  /**
   * Returns the accounts that a conversation uses instead of the default ones.
   * @throws {AppError} NOT_FOUND
   */
  chosenAccounts(conversationId: ConversationId): ChosenAccounts {
    return this.#deps.store.chosenAccounts(conversationId)
  }

  /**
   * Returns what a person attached with the accounts that are to read it.
   * @throws {AppError} NOT_FOUND
   */
  withAccounts(conversationId: ConversationId, attached: readonly Attachment[]) {
    const chosenAccounts = this.chosenAccounts(conversationId)
    return attached.map((attachment) => ({ ...attachment, accountId: chosenAccounts[attachment.serverId] }))
  }

  saveDraft(conversationId: ConversationId, draft: string): void {
    this.#deps.store.saveDraft(conversationId, draft)
  }

  /**
   * Removes conversations, and stops their turns. They go first: what waits for the same turn to end must start no other one in it.
   * @throws {AppError} NOT_FOUND when none of them is there.
   */
  async remove(conversationIds: readonly ConversationId[]): Promise<{ undoId: UndoId }> {
    const removed = this.#deps.list.remove(conversationIds)
    await Promise.all(conversationIds.map((id) => this.#deps.stop(id)))
    return removed
  }

  /**
   * Brings back what was removed together since Parley started.
   * @throws {AppError} NOT_FOUND
   */
  restore(undoId: UndoId): void {
    this.#deps.list.restore(undoId)
  }

  /**
   * Returns a piece of the whole result of a call, including what was cut for the screen. Pieces count from 0.
   * @throws {AppError} NOT_FOUND
   */
  wholeResult(callId: CallId, piece: number): ResultPiece {
    const found = this.#deps.store.results.whole(callId, piece) ?? (piece === 0 ? this.#shownResult(callId) : undefined)
    if (!found) throw new AppError('NOT_FOUND', { reason: this.#deps.store.call(callId)?.result ? 'chat.noWholeResult' : 'chat.noResult' })
    return found
  }

  /** Only a result that was cut has another copy. If that is not there, its beginning must not pass for it. */
  #shownResult(callId: CallId): ResultPiece | undefined {
    const result = this.#deps.store.call(callId)?.result
    return result && !result.cut ? { json: JSON.stringify(result), pieces: 1 } : undefined
  }

  /** Returns the tools of the next request to a model, with the accounts of this conversation or with the default ones. */
  toolsForModel(conversationId?: ConversationId): ToolsForModel {
    const chosenAccounts = conversationId === undefined ? {} : this.chosenAccounts(conversationId)
    return toolsForModel(this.#deps.tools.ready(chosenAccounts), this.#deps.limits().toolsToModel).view
  }
}
