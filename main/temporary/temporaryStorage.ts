import type { CallId, ConversationId, ServerId } from '../../shared/domain/ids'
import type { Asker } from '../../shared/domain/question'
import { ConversationIdRow } from '../chat/conversationRows'
import { ConversationStore } from '../chat/conversationStore'
import type { Clock } from '../lib/clock'
import { SuspendedCallTable } from '../suspendedCalls/suspendedCallTable'
import { TaskTable } from '../tasks/taskTable'
import { MemoryDatabase } from './memoryDatabase'

/** So long after a temporary chat was closed, servers may still send what was asked of them in it: a late answer, or what they log of a stop. */
const LATE_MS = 60_000

/**
 * Where temporary conversations are: a database in memory, with the tables of the one on disk. Whoever writes something of a conversation asks
 * here whether it is one of them. What is in it is gone when Parley ends, however it ends.
 */
export class TemporaryStorage implements Disposable {
  readonly database = new MemoryDatabase()
  readonly store = new ConversationStore(this.database)
  readonly tasks: TaskTable
  readonly suspendedCalls: SuspendedCallTable
  readonly #clock: Clock
  #stopExpecting: (() => void) | undefined

  constructor({ clock, longestMs }: { readonly clock: Clock; readonly longestMs: number }) {
    this.#clock = clock
    this.tasks = new TaskTable({ database: this.database, clock, longestMs })
    this.suspendedCalls = new SuspendedCallTable({ database: this.database, clock, onForgotten: () => undefined })
  }

  /**
   * True as long as there is a temporary conversation, and for a minute after one was closed: what servers send meanwhile is not recorded, because
   * it may be about that one.
   */
  readonly mayBeMeant = (): boolean =>
    this.#stopExpecting !== undefined || this.database.get('SELECT 1 FROM conversation LIMIT 1') !== undefined

  /** Whether a conversation is one of them. One that is being closed is, until its rows are gone: what still comes of it is written nowhere else. */
  has(conversationId: ConversationId): boolean {
    return this.database.get('SELECT 1 FROM conversation WHERE id = ?', conversationId) !== undefined
  }

  /** All of them, those that are being closed too. */
  ids(): readonly ConversationId[] {
    return this.database.all('SELECT id FROM conversation').map((row) => ConversationIdRow.parse(row).id)
  }

  /** Hides a conversation that is about to be closed: nothing begins in it. Does nothing to one that is hidden. */
  hide(conversationId: ConversationId): void {
    this.store.remove([conversationId], this.#clock.now())
  }

  /** How many conversations hold something that would be lost. */
  countFilled(): number {
    return this.store.list().filter(({ id }) => {
      const { messages, draft, queue } = this.store.load(id)
      return messages.length > 0 || draft.trim() !== '' || queue !== undefined
    }).length
  }

  hasCall(callId: CallId): boolean {
    return this.database.get('SELECT 1 FROM call WHERE id = ?', callId) !== undefined
  }

  /** Whether a question may be about a temporary conversation. One that belongs to none, or to one of several, may be. */
  covers({ conversationId, callIds }: Asker): boolean {
    return conversationId === undefined ? this.mayBeMeant() : this.has(conversationId) || callIds.some((callId) => this.hasCall(callId))
  }

  /** Forgets a conversation, which was kept or closed. */
  forget(conversationId: ConversationId, why: 'kept' | 'closed'): void {
    this.database.transaction(() => {
      this.database.run('DELETE FROM question_record WHERE question IN (SELECT id FROM question WHERE conversation = ?)', conversationId)
      this.database.run('DELETE FROM question WHERE conversation = ?', conversationId)
      this.database.run('DELETE FROM conversation WHERE id = ?', conversationId)
    })
    if (why === 'closed') this.#expectLate()
    else this.#forgetUnowned()
  }

  #expectLate(): void {
    this.#stopExpecting?.()
    this.#stopExpecting = this.#clock.after(LATE_MS, () => {
      this.#stopExpecting = undefined
      this.#forgetUnowned()
    })
  }

  /** Questions that belong to no conversation are here only because they may be about one that is. */
  #forgetUnowned(): void {
    if (this.mayBeMeant()) return
    this.database.transaction(() => {
      this.database.run('DELETE FROM question_record')
      this.database.run("DELETE FROM question WHERE state <> 'open'")
    })
  }

  renameServer(from: ServerId, to: ServerId): void {
    this.store.renameServer(from, to)
    this.tasks.renameServer(from, to)
  }

  forgetServer(serverId: ServerId): void {
    this.store.forgetServer(serverId)
  }

  /** What a person can export: a temporary conversation by its id, and everything that is kept. */
  exportedWith(kept: ConversationStore) {
    const of = (id: ConversationId): ConversationStore => (this.has(id) ? this.store : kept)
    return {
      list: () => kept.list(),
      load: (id: ConversationId) => of(id).load(id),
      allMessages: (id: ConversationId) => of(id).allMessages(id),
      leaf: (id: ConversationId) => of(id).leaf(id),
      results: { whole: (callId: CallId, piece: number) => (this.hasCall(callId) ? this.store : kept).results.whole(callId, piece) },
    }
  }

  [Symbol.dispose](): void {
    this.#stopExpecting?.()
    this.database.close()
  }
}
