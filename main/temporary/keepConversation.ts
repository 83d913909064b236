import type { ConversationId } from '../../shared/domain/ids'
import type { Database, Row } from '../storage/database'

/** What belongs to a conversation, in the order in which rows refer to each other. `?` is its id. */
export const TABLES = [
  ['message', 'SELECT * FROM message WHERE conversation = ? ORDER BY rowid'],
  ['part', 'SELECT part.* FROM part JOIN message ON message.id = part.message WHERE message.conversation = ? ORDER BY part.rowid'],
  [
    'call',
    `SELECT call.* FROM call JOIN part ON part.id = call.part JOIN message ON message.id = part.message
     WHERE message.conversation = ? ORDER BY call.rowid`,
  ],
  [
    'app_picture',
    `SELECT app_picture.* FROM app_picture JOIN call ON call.id = app_picture.call JOIN part ON part.id = call.part
     JOIN message ON message.id = part.message WHERE message.conversation = ? ORDER BY app_picture.rowid`,
  ],
  [
    'usage',
    `SELECT usage.message, provider, usage.model, input, cached, written, output, reasoning, price, currency, at
     FROM usage JOIN message ON message.id = usage.message WHERE message.conversation = ? ORDER BY usage.id`,
  ],
  ['summary', 'SELECT summary.* FROM summary JOIN message ON message.id = summary.message WHERE message.conversation = ?'],
  ['queue', 'SELECT * FROM queue WHERE conversation = ? ORDER BY position'],
  ['question', 'SELECT * FROM question WHERE conversation = ? AND ended IS NOT NULL ORDER BY rowid'],
  [
    'question_record',
    'SELECT * FROM question_record WHERE question IN (SELECT id FROM question WHERE conversation = ? AND ended IS NOT NULL) ORDER BY rowid',
  ],
] as const

/** Copies a conversation with its messages, calls and ended questions from one database to another one: all of it or nothing. */
export function keepConversation(id: ConversationId, from: Database, to: Database): void {
  to.transaction(() => {
    const conversation = from.get('SELECT * FROM conversation WHERE id = ?', id)
    if (!conversation) return
    const { leaf } = conversation
    // The message that it refers to is not there yet.
    insert(to, 'conversation', { ...conversation, leaf: null })
    for (const [table, select] of TABLES) for (const row of from.all(select, id)) insert(to, table, row)
    to.run('UPDATE conversation SET leaf = ? WHERE id = ?', leaf ?? null, id)
  })
}

function insert(database: Database, table: string, row: Row): void {
  const columns = Object.keys(row)
  database.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`, ...Object.values(row))
}
