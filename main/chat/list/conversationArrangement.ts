import * as z from 'zod'
import type { ConversationFolder } from '../../../shared/domain/chat'
import { ConversationFolderId, UndoId, type ConversationId, type MessageId } from '../../../shared/domain/ids'
import { AppError } from '../../../shared/errors/appError'
import type { Arrangement } from '../../../shared/rpc/conversations'
import type { Clock } from '../../lib/clock'
import { Emitter } from '../../lib/emitter'
import { log } from '../../lib/log'
import { ownText } from '../../storage/columnSchemas'
import type { Database } from '../../storage/database'
import type { ConversationList } from '../conversationList'

const MOST_FOLDERS = 500

const FolderRow = z.object({ id: ownText<ConversationFolderId>(), name: z.string(), collapsed: z.number() })

/** The owner of what stands where in the list of conversations: folders, and what is pinned, archived or unread. */
export class ConversationArrangement {
  readonly changes = new Emitter<void>()
  readonly #db: Database
  readonly #list: Pick<ConversationList, 'tell'>
  readonly #clock: Clock
  readonly #removed = new Map<UndoId, ConversationFolderId>()

  constructor(deps: { readonly database: Database; readonly list: Pick<ConversationList, 'tell'>; readonly clock: Clock }) {
    this.#db = deps.database
    this.#list = deps.list
    this.#clock = deps.clock
  }

  /** Returns the folders in their order. */
  folders(): readonly ConversationFolder[] {
    return this.#db
      .all('SELECT id, name, collapsed FROM conversation_folder WHERE removed IS NULL ORDER BY position, rowid')
      .map((row) => FolderRow.parse(row))
      .map(({ collapsed, ...folder }) => ({ ...folder, ...(collapsed !== 0 && { collapsed: true }) }))
  }

  /**
   * Changes where conversations stand. Those that are gone are left out.
   * @throws {AppError} NOT_FOUND without the folder.
   */
  arrange(ids: readonly ConversationId[], { pinned, archived, unread, folder }: Arrangement): void {
    if (folder !== undefined && folder !== null) this.#require(folder)
    const of = JSON.stringify(ids)
    this.#db.transaction(() => {
      const where = 'WHERE id IN (SELECT value FROM json_each(?))'
      if (pinned !== undefined) this.#db.run(`UPDATE conversation SET pinned = ? ${where}`, Number(pinned), of)
      if (archived !== undefined) this.#db.run(`UPDATE conversation SET archived = ? ${where}`, Number(archived), of)
      if (unread !== undefined) this.#db.run(`UPDATE conversation SET unread = ? ${where}`, Number(unread), of)
      if (folder !== undefined) this.#db.run(`UPDATE conversation SET folder = ? ${where}`, folder, of)
    })
    this.#list.tell()
  }

  /**
   * A turn is no longer under way. Unless a person stopped it, or it goes on at the next start, its conversation is unread until a window
   * shows it. Never throws: nothing depends on the mark.
   */
  turnEnded(conversationId: ConversationId, messageId: MessageId): void {
    try {
      this.#db.run(
        `UPDATE conversation SET unread = 1
         WHERE id = ? AND EXISTS (SELECT 1 FROM message WHERE id = ? AND state IN ('done', 'failed', 'cutOff'))`,
        conversationId,
        messageId,
      )
    } catch (thrown) {
      log('warn', 'A conversation could not be marked as unread', { conversation: conversationId, error: thrown })
    }
  }

  /** @throws {AppError} CONFLICT when there are too many. */
  createFolder(name: string): { folderId: ConversationFolderId } {
    if (this.folders().length >= MOST_FOLDERS) {
      throw new AppError('CONFLICT', { reason: 'chat.tooManyFolders', params: { limit: MOST_FOLDERS } })
    }
    const folderId = ConversationFolderId.parse(this.#clock.newId())
    this.#db.run(
      'INSERT INTO conversation_folder (id, name, position) VALUES (?, ?, (SELECT coalesce(max(position), 0) + 1 FROM conversation_folder))',
      folderId,
      name,
    )
    this.changes.emit()
    return { folderId }
  }

  /** @throws {AppError} NOT_FOUND */
  changeFolder(
    folderId: ConversationFolderId,
    { name, collapsed }: { readonly name?: string | undefined; readonly collapsed?: boolean | undefined },
  ): void {
    this.#require(folderId)
    if (name !== undefined) this.#db.run('UPDATE conversation_folder SET name = ? WHERE id = ?', name, folderId)
    if (collapsed !== undefined) this.#db.run('UPDATE conversation_folder SET collapsed = ? WHERE id = ?', Number(collapsed), folderId)
    this.changes.emit()
  }

  /**
   * Moves a folder before another one, or to the end.
   * @throws {AppError} NOT_FOUND without one of the two.
   */
  moveFolder(folderId: ConversationFolderId, before: ConversationFolderId | null): void {
    this.#require(folderId)
    if (before !== null) this.#require(before)
    if (before === folderId) return
    const order = this.folders().flatMap(({ id }) => (id === folderId ? [] : id === before ? [folderId, id] : [id]))
    if (before === null) order.push(folderId)
    this.#db.run(
      `UPDATE conversation_folder SET position = ordered.key FROM (SELECT key, value FROM json_each(?)) AS ordered
       WHERE ordered.value = conversation_folder.id`,
      JSON.stringify(order),
    )
    this.changes.emit()
  }

  /**
   * Removes a folder; its conversations stay. `restoreFolder` brings it back until the next start.
   * @throws {AppError} NOT_FOUND
   */
  removeFolder(folderId: ConversationFolderId): { undoId: UndoId } {
    this.#require(folderId)
    this.#db.run('UPDATE conversation_folder SET removed = ? WHERE id = ?', this.#clock.now(), folderId)
    const undoId = UndoId.parse(this.#clock.newId())
    this.#removed.set(undoId, folderId)
    this.#changed()
    return { undoId }
  }

  /** @throws {AppError} NOT_FOUND */
  restoreFolder(undoId: UndoId): void {
    const folderId = this.#removed.get(undoId)
    if (folderId === undefined) throw new AppError('NOT_FOUND', { reason: 'chat.folderNotRestorable' })
    this.#removed.delete(undoId)
    this.#db.run('UPDATE conversation_folder SET removed = NULL WHERE id = ?', folderId)
    this.#changed()
  }

  #changed(): void {
    this.changes.emit()
    this.#list.tell()
  }

  #require(folderId: ConversationFolderId): void {
    if (!this.#db.get('SELECT 1 FROM conversation_folder WHERE id = ? AND removed IS NULL', folderId)) {
      throw new AppError('NOT_FOUND', { reason: 'chat.folderGone' })
    }
  }
}
