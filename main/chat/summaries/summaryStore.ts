import * as z from 'zod'
import type { HistorySummary } from '../../../shared/domain/historySummary'
import type { ConversationId, MessageId, ModelRef } from '../../../shared/domain/ids'
import { AppError } from '../../../shared/errors/appError'
import { ownText } from '../../storage/columnSchemas'
import type { Database } from '../../storage/database'

const Row = z.object({
  through: ownText<MessageId>(),
  messages: z.number(),
  text: z.string(),
  model: ownText<ModelRef>(),
  created: z.number(),
  changed: z.number(),
  edited: z.number(),
  off: z.number(),
})
const columns = 'summary.message AS through, messages, text, summary.model, summary.created, changed, edited, off'

/** The owner of summaries on disk. A summary goes with the last message that it stands for. */
export class SummaryStore {
  readonly #db: Database

  constructor(database: Database) {
    this.#db = database
  }

  /** Returns the summaries of a conversation, of all its versions, the oldest first. */
  list(conversationId: ConversationId): readonly HistorySummary[] {
    return this.#db
      .all(
        `SELECT ${columns} FROM summary JOIN message ON message.id = summary.message WHERE message.conversation = ? ORDER BY summary.created`,
        conversationId,
      )
      .map(toSummary)
  }

  /**
   * Keeps a summary, in place of an earlier one of the same messages.
   * @throws {AppError} NOT_FOUND when its last message is gone.
   */
  save({ through, messages, text, model, created, changed, edited, off }: HistorySummary): void {
    if (!this.#db.get('SELECT 1 FROM message WHERE id = ?', through)) throw new AppError('NOT_FOUND', { reason: 'chat.messageGone' })
    this.#db.run(
      `INSERT INTO summary (message, messages, text, model, created, changed, edited, off) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (message) DO UPDATE SET messages = excluded.messages, text = excluded.text, model = excluded.model,
         created = excluded.created, changed = excluded.changed, edited = excluded.edited, off = excluded.off`,
      through,
      messages,
      text,
      model,
      created,
      changed,
      Number(edited ?? false),
      Number(off ?? false),
    )
  }

  /** @throws {AppError} NOT_FOUND when this conversation has no such summary. */
  require(conversationId: ConversationId, through: MessageId): HistorySummary {
    const found = this.list(conversationId).find((summary) => summary.through === through)
    if (!found) throw new AppError('NOT_FOUND', { reason: 'chat.summaryGone' })
    return found
  }
}

function toSummary(row: unknown): HistorySummary {
  const { edited, off, ...summary } = Row.parse(row)
  return { ...summary, ...(edited === 1 && { edited: true }), ...(off === 1 && { off: true }) }
}
