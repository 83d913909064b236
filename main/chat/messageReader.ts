import type { ChatMessage } from '../../shared/domain/chat'
import type { ConversationId, MessageId } from '../../shared/domain/ids'
import type { Database } from '../storage/database'
import type { UsageLedger } from '../usage/usageLedger'
import { callOf, CallRow, MessageRow, NodeRow, partOf, PartRow } from './conversationRows'
import { MessageTree } from './messageTree'

/** Reads messages with their parts, calls and usage. */
export class MessageReader {
  readonly #db: Database
  readonly #usage: UsageLedger

  constructor(database: Database, usage: UsageLedger) {
    this.#db = database
    this.#usage = usage
  }

  /** Returns where the messages of a conversation stand, of all versions. */
  tree(id: ConversationId): MessageTree {
    const rows = this.#db.all('SELECT id, parent FROM message WHERE conversation = ? ORDER BY created, rowid', id)
    return new MessageTree(rows.map((row) => NodeRow.parse(row)))
  }

  /** Returns these messages of a conversation in this order. One that is not there is left out. */
  read(tree: MessageTree, path: readonly MessageId[]): ChatMessage[] {
    const wanted = JSON.stringify(path)
    const rows = new Map(
      this.#db
        .all('SELECT * FROM message WHERE id IN (SELECT value FROM json_each(?))', wanted)
        .map((row) => MessageRow.parse(row))
        .map((row) => [row.id, row]),
    )
    const calls = new Map(
      this.#db
        .all('SELECT call.* FROM call JOIN part ON part.id = call.part WHERE part.message IN (SELECT value FROM json_each(?))', wanted)
        .map((row) => CallRow.parse(row))
        .map((row) => [row.part, callOf(row)]),
    )
    const parts = Map.groupBy(
      this.#db
        .all(
          `SELECT id, message, kind, json FROM part
         WHERE message IN (SELECT value FROM json_each(?)) AND kind <> 'result' ORDER BY seq`,
          wanted,
        )
        .map((row) => PartRow.parse(row)),
      (row) => row.message,
    )
    const usage = this.#usage.ofMessages(path)
    return path.flatMap((messageId) => {
      const row = rows.get(messageId)
      if (!row) return []
      const versions = tree.versionsOf(messageId)
      const used = usage.get(messageId)
      return {
        id: row.id,
        role: row.role,
        ...(row.parent !== null && { parent: row.parent }),
        ...(versions.length > 1 && { versions }),
        created: row.created,
        state: row.state,
        parts: (parts.get(row.id) ?? []).flatMap((part) => partOf(part, calls.get(part.id)) ?? []),
        ...(row.model !== null && { model: row.model }),
        ...(used && { usage: used }),
      }
    })
  }
}
