import type { ConversationSummary, ModelChoice } from '../../shared/domain/chat'
import { ConversationId, UndoId, type ProjectId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { throttle } from '../../shared/lib/throttle'
import { systemClock, type Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import type { ConversationStore } from './conversationStore'

/** How long changes are collected before the list is published again. */
const GATHER_MS = 30

/** The list of conversations, newest first. Adds, removes and restores conversations, and publishes each change of the list. */
export class ConversationList {
  readonly changes = new Emitter<readonly ConversationSummary[]>()
  readonly #store: ConversationStore
  readonly #clock: Clock
  readonly #removed = new Map<UndoId, readonly ConversationId[]>()
  readonly #emitSoon = throttle(() => this.#emit(), { ms: GATHER_MS, leading: false, after: systemClock.after })

  constructor(store: ConversationStore, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  conversations(): readonly ConversationSummary[] {
    return this.#store.list()
  }

  create(model: ModelChoice = 'default', project?: ProjectId): { conversationId: ConversationId } {
    const id = ConversationId.parse(this.#clock.newId())
    this.#store.create({ id, created: this.#clock.now(), model })
    if (project !== undefined) this.#store.ownSettings.setProject(id, project)
    this.tell()
    return { conversationId: id }
  }

  /**
   * Removes conversations together. `restore` brings them back until the next start.
   * @throws {AppError} NOT_FOUND when none of them is there.
   */
  remove(conversationIds: readonly ConversationId[]): { undoId: UndoId } {
    const removed = this.#store.remove(conversationIds, this.#clock.now())
    if (removed.length === 0) throw new AppError('NOT_FOUND', { reason: 'chat.conversationGone' })
    const undoId = UndoId.parse(this.#clock.newId())
    this.#removed.set(undoId, removed)
    this.tell()
    return { undoId }
  }

  restore(undoId: UndoId): void {
    const conversationIds = this.#removed.get(undoId)
    if (!conversationIds) throw new AppError('NOT_FOUND', { reason: 'chat.notRestorable' })
    this.#removed.delete(undoId)
    this.#store.restore(conversationIds)
    this.tell()
  }

  /** Publishes the list soon: a title, the order or the state of a turn has changed. */
  tell(): void {
    this.#emitSoon()
  }

  [Symbol.dispose](): void {
    this.#emitSoon.cancel()
  }

  #emit(): void {
    try {
      this.changes.emit(this.conversations())
    } catch (thrown) {
      log('error', 'The list of conversations could not be read', { error: thrown })
    }
  }
}
