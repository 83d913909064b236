import type { ModelChoice } from '../../shared/domain/chat'
import type { CallId, ConversationId, ProjectId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { ConversationList } from '../chat/conversationList'
import type { TurnRunner } from '../chat/turnRunner'
import type { Database } from '../storage/database'
import { keepConversation } from './keepConversation'
import type { TemporaryStorage } from './temporaryStorage'

export interface TemporaryConversationsDeps {
  readonly storage: TemporaryStorage
  /** The database on disk. */
  readonly kept: Database
  /** The list of the temporary conversations. */
  readonly list: ConversationList
  readonly turns: Pick<TurnRunner, 'isRunning'>
  /** Whether a summary is being written. */
  readonly isSummarized: (conversationId: ConversationId) => boolean
  /** Stops all that runs in a conversation. */
  readonly stop: (conversationId: ConversationId) => Promise<void>
  /** @throws {AppError} POLICY */
  readonly requireAllowed: () => void
  /** A conversation is on disk now. */
  readonly onKept: (conversationId: ConversationId) => void
  /** The last rows of a conversation are about to go: whoever waits for something in it must be told. */
  readonly onClosed: (conversationId: ConversationId) => void
}

/** Begins temporary conversations, and ends them: kept, or gone. */
export class TemporaryConversations {
  readonly #deps: TemporaryConversationsDeps

  constructor(deps: TemporaryConversationsDeps) {
    this.#deps = deps
  }

  /** The conversations of which nothing is written. */
  ids(): readonly ConversationId[] {
    return this.#deps.storage.ids()
  }

  has(conversationId: ConversationId): boolean {
    return this.#deps.storage.has(conversationId)
  }

  hasCall(callId: CallId): boolean {
    return this.#deps.storage.hasCall(callId)
  }

  /** @throws {AppError} POLICY while a policy forbids temporary chats, also those that have begun */
  requireAllowed(): void {
    this.#deps.requireAllowed()
  }

  /** @throws {AppError} POLICY, CONFLICT in a project: that has conversations of which a list is kept. */
  create(model?: ModelChoice, projectId?: ProjectId): { conversationId: ConversationId } {
    this.requireAllowed()
    if (projectId !== undefined) throw new AppError('CONFLICT', { reason: 'projects.noTemporary' })
    return this.#deps.list.create(model)
  }

  /**
   * Writes a temporary conversation to disk, whole. From then on it is a conversation like others.
   * @throws {AppError} NOT_FOUND, CONFLICT while a turn runs in it.
   */
  keep(conversationId: ConversationId): void {
    const { turns, isSummarized, storage } = this.#deps
    // Neither is one that is being closed.
    storage.store.load(conversationId)
    if (turns.isRunning(conversationId) || isSummarized(conversationId)) throw new AppError('CONFLICT', { reason: 'chat.keepWhileRunning' })
    keepConversation(conversationId, this.#deps.storage.database, this.#deps.kept)
    this.#deps.storage.forget(conversationId, 'kept')
    // It is in one list at every moment: what hears of both does not take it for gone.
    this.#deps.onKept(conversationId)
    this.#deps.list.tell()
  }

  /**
   * Stops the turn of a temporary conversation, and forgets it. That cannot be undone.
   * @throws {AppError} NOT_FOUND
   */
  async close(conversationId: ConversationId): Promise<void> {
    this.#require(conversationId)
    // First: whatever waits for the same turn, an edit or another answer, would begin another one.
    this.#deps.storage.hide(conversationId)
    this.#deps.list.tell()
    await this.#deps.stop(conversationId)
    if (!this.has(conversationId)) return
    this.#deps.onClosed(conversationId)
    this.#deps.storage.forget(conversationId, 'closed')
    this.#deps.list.tell()
  }

  /** A file that a person attaches is kept in the data folder. @throws {AppError} CONFLICT for any file */
  refuseFiles(files: readonly unknown[]): void {
    if (files.length > 0) throw new AppError('CONFLICT', { reason: 'chat.noFilesInTemporary' })
  }

  #require(conversationId: ConversationId): void {
    if (!this.has(conversationId)) throw new AppError('NOT_FOUND', { reason: 'chat.conversationGone' })
  }
}
