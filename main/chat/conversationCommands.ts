import type { Attachment } from '../../shared/rpc/chat'
import type { ChatMessage, ChosenAccounts, Conversation, ConversationSnapshot, ModelChoice } from '../../shared/domain/chat'
import type { CallId, ConversationId, AccountId, MessageId, ModelRef, ProjectId, ServerId, UndoId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { ToolsForModel } from '../../shared/domain/models/modelProvider'
import type { ResultPiece } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import { viewOfOffer, type ToolTaker } from '../tools/offerTools'
import type { ConversationList } from './conversationList'
import type { ConversationStore } from './conversationStore'
import type { ConversationWriter } from './conversationWriter'
import type { ActiveConversations } from './activeConversations'
import type { DraftFiles } from './queue/queueCommands'
import type { ConversationSettings, ConversationSettingsDeps, NextMessage } from './ownSettings/conversationSettings'
import type { TurnTools } from './turnTools'

/** How many messages a page gets at once: the last ones first, since these are on the screen, then those before. */
const OPENED_MESSAGES = 120
const EARLIER_MESSAGES = 1_000

export interface ConversationCommandsDeps {
  readonly store: ConversationStore
  readonly list: ConversationList
  readonly activeConversations: ActiveConversations
  readonly writer: ConversationWriter
  readonly settings: Pick<ConversationSettings, 'effective' | 'next'>
  readonly projects: ConversationSettingsDeps['projects']
  readonly files: DraftFiles
  readonly tools: Pick<TurnTools, 'prepare' | 'ready'>
  readonly limits: () => Pick<Limits, 'toolsListed' | 'toolsToModel'>
  /** What decides how the model of a choice is offered tools. */
  readonly toolTaker: (choice: ModelChoice) => ToolTaker
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

  /**
   * Begins a conversation, in a project with the files of that as its unsent ones.
   * @throws {AppError} NOT_FOUND without the project
   */
  create(model?: ModelChoice, projectId?: ProjectId): { conversationId: ConversationId } {
    const { list, projects, files } = this.#deps
    const project = projectId === undefined ? undefined : projects.get(projectId)
    const created = list.create(model, project?.id)
    if (project) files.addToDraft(created.conversationId, project.files)
    return created
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
   * Chooses the account that a conversation uses at a server from its next turn on. Null chooses that of its project, else the default one.
   * @throws {AppError} NOT_FOUND when the server has no such account.
   */
  chooseAccount(conversationId: ConversationId, serverId: ServerId, accountId: AccountId | null): void {
    const { store, activeConversations, list, tools } = this.#deps
    const conversation = store.load(conversationId)
    const { [serverId]: _before, ...others } = conversation.chosenAccounts
    if (accountId !== null) tools.prepare(serverId, accountId)
    const chosenAccounts: ChosenAccounts = accountId === null ? others : { ...others, [serverId]: accountId }
    store.ownSettings.setChosenAccounts(conversationId, chosenAccounts)
    activeConversations.of(conversation).publish({ type: 'accountsChosen', chosenAccounts })
    list.tell()
  }

  /**
   * Returns the accounts that a conversation uses instead of the default ones: its own, and those of its project.
   * @throws {AppError} NOT_FOUND
   */
  accounts(conversationId: ConversationId): ChosenAccounts {
    return this.#deps.settings.effective(conversationId).accounts
  }

  /**
   * Returns what a person attached with the accounts that are to read it.
   * @throws {AppError} NOT_FOUND
   */
  withAccounts(conversationId: ConversationId, attached: readonly Attachment[]) {
    const chosenAccounts = this.accounts(conversationId)
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

  /**
   * Returns the tools of the next request to a model, or those among which it searches, with the accounts and switches that count there.
   * @throws {AppError} NOT_FOUND
   */
  async toolsForModel(place: NextMessage, model: ModelChoice, signal: AbortSignal): Promise<ToolsForModel> {
    const { tools, limits, toolTaker } = this.#deps
    const settings = this.#deps.settings.next(place)
    const taker = toolTaker(model === 'default' ? settings.model : model)
    return await viewOfOffer(tools.ready(settings), taker, limits(), signal)
  }
}
