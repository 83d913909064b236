import * as z from 'zod'
import type { ConversationId, ImportId } from '../../shared/domain/ids'
import type { ImportSource, ImportSummary } from '../../shared/domain/transfer/conversationImport'
import { ownText } from '../storage/columnSchemas'
import type { Database } from '../storage/database'

const SummaryRow = z.object({ id: ownText<ImportId>(), at: z.number(), file: z.string(), conversations: z.number() })
const IdRow = z.object({ id: ownText<ConversationId>() })

/** The owner of what was imported: which conversation comes from which file, and from which conversation of the other program. */
export class ImportTable {
  readonly #db: Database

  constructor(database: Database) {
    this.#db = database
  }

  add(id: ImportId, at: number, file: string): void {
    this.#db.run('INSERT INTO import (id, at, file) VALUES (?, ?, ?)', id, at, file)
  }

  addConversation(
    id: ConversationId,
    from: { readonly importId: ImportId; readonly source: ImportSource; readonly foreignId: string },
  ): void {
    this.#db.run(
      'INSERT INTO imported_conversation (conversation, import, source, foreign_id) VALUES (?, ?, ?, ?)',
      id,
      from.importId,
      from.source,
      from.foreignId,
    )
  }

  /** Whether a conversation is here already: it was imported before and not deleted since, or it was written here. */
  isHere(source: ImportSource, foreignId: string): boolean {
    const imported = this.#db.get(
      `SELECT 1 FROM imported_conversation JOIN conversation ON conversation.id = imported_conversation.conversation
       WHERE foreign_id = ? AND source = ? AND removed IS NULL`,
      foreignId,
      source,
    )
    if (imported) return true
    return source === 'parley' && this.#db.get('SELECT 1 FROM conversation WHERE id = ? AND removed IS NULL', foreignId) !== undefined
  }

  /** Returns the imports of which conversations are still there, the latest first. */
  list(): readonly ImportSummary[] {
    const rows = this.#db.all(
      `SELECT import.id, import.at, import.file, count(*) AS conversations FROM import
         JOIN imported_conversation ON imported_conversation.import = import.id
         JOIN conversation ON conversation.id = imported_conversation.conversation
       WHERE removed IS NULL GROUP BY import.id ORDER BY import.at DESC, import.rowid DESC LIMIT 100`,
    )
    return rows.map((row) => SummaryRow.parse(row))
  }

  /** Returns the conversations of an import that are still there. */
  conversations(importId: ImportId): readonly ConversationId[] {
    const rows = this.#db.all(
      `SELECT conversation.id FROM imported_conversation JOIN conversation ON conversation.id = imported_conversation.conversation
       WHERE import = ? AND removed IS NULL`,
      importId,
    )
    return rows.map((row) => IdRow.parse(row).id)
  }

  /** Removes imports of which nothing is left. Called once, after conversations were removed for good. */
  sweep(): void {
    this.#db.run('DELETE FROM import WHERE id NOT IN (SELECT import FROM imported_conversation)')
  }
}
