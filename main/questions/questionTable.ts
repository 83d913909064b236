import * as z from 'zod'
import type { ApprovalHistory } from '../../shared/domain/approval'
import { CallId, ConversationId, QuestionId, ServerId } from '../../shared/domain/ids'
import type { Answer, EndedQuestion, Question } from '../../shared/domain/question'
import { JsonValue } from '../../shared/lib/json'
import type { Database } from '../storage/database'

/** A row that has ended, checked on reading: an older Parley may have written it. */
const EndedRow = z.object({
  id: QuestionId,
  server: ServerId,
  calls: z.string().transform((text) => z.array(CallId).parse(JSON.parse(text))),
  conversation: ConversationId.nullable(),
  kind: z.enum(['approval', 'form', 'page', 'sampling', 'samplingReview', 'folders', 'start']),
  state: z.enum(['answered', 'withdrawn', 'expired']),
  ended: z.number(),
  reason: z.string(),
})

/**
 * The rows of `question`. While one is open its row holds all of it. Once it was answered only who asked and what was decided is
 * left; the words of forms and requests to the model are not kept. One that nobody could answer any more keeps what was typed
 * for a while, so that the same question finds it again.
 */
export class QuestionTable {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Writes a new question, and returns what was typed into the same one of the same server before it ended without an answer. */
  open(question: Question): JsonValue | undefined {
    return this.#database.transaction(() => {
      const draft = this.#takeDraft(question)
      this.#insert(question, draft)
      return draft === undefined ? undefined : JsonValue.parse(JSON.parse(draft))
    })
  }

  saveDraft(id: QuestionId, draft: JsonValue): void {
    this.#database.run('UPDATE question SET draft = ? WHERE id = ?', JSON.stringify(draft), id)
  }

  end({ id, how, at, reason }: EndedQuestion, answer: Answer | undefined): void {
    this.#database.run(
      'UPDATE question SET state = ?, ended = ?, reason = ?, action = ? WHERE id = ?',
      how,
      at,
      reason,
      answer?.kind === 'approval' ? answer.action : null,
      id,
    )
    // Only what was typed and not sent is worth keeping the question for.
    this.#database.run(`UPDATE question SET json = NULL, draft = NULL WHERE id = ? ${answer ? '' : 'AND draft IS NULL'}`, id)
  }

  withdrawLeftOver(reason: string, at: number): void {
    this.#database.run(`UPDATE question SET json = NULL WHERE state = 'open' AND draft IS NULL`)
    this.#database.run(`UPDATE question SET state = 'withdrawn', ended = ?, reason = ? WHERE state = 'open'`, at, reason)
  }

  forgetDraftsBefore(time: number): void {
    this.#database.run('UPDATE question SET json = NULL, draft = NULL WHERE draft IS NOT NULL AND ended < ?', time)
  }

  lastEnded(count: number): readonly EndedQuestion[] {
    const rows = this.#database.all<unknown>(
      'SELECT * FROM question WHERE ended IS NOT NULL ORDER BY ended DESC, created DESC LIMIT ?',
      count,
    )
    return rows.flatMap((row) => {
      const parsed = EndedRow.safeParse(row)
      return parsed.success ? [toEnded(parsed.data)] : []
    })
  }

  /** What a person, not a rule, decided about one tool so far. */
  approvalHistory(serverId: ServerId, tool: string): ApprovalHistory {
    const rows = this.#database.all<{ verdict: 'allowed' | 'denied'; times: number; at: number }>(
      `SELECT CASE action WHEN 'deny' THEN 'denied' ELSE 'allowed' END AS verdict, count(*) AS times, max(ended) AS at
       FROM question WHERE server = ? AND tool = ? AND action IS NOT NULL GROUP BY verdict ORDER BY at DESC`,
      serverId,
      tool,
    )
    const times = (verdict: 'allowed' | 'denied'): number => rows.find((row) => row.verdict === verdict)?.times ?? 0
    const last = rows[0]
    return { allowed: times('allowed'), denied: times('denied'), ...(last && { last: { verdict: last.verdict, at: last.at } }) }
  }

  renameServer(from: ServerId, to: ServerId): void {
    this.#database.run('UPDATE question SET server = ? WHERE server = ?', to, from)
  }

  #insert({ id, asker, created, expires, details }: Question, draft: string | undefined): void {
    this.#database.run(
      `INSERT INTO question (id, server, calls, conversation, kind, json, draft, tool, state, created, expires)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'open', ?, ?)`,
      id,
      asker.serverId,
      JSON.stringify(asker.callIds),
      asker.conversationId ?? null,
      details.kind,
      JSON.stringify(details),
      draft ?? null,
      details.kind === 'approval' ? details.tool : null,
      created,
      expires,
    )
  }

  #takeDraft({ asker, details }: Question): string | undefined {
    const row = this.#database.get<{ id: string; draft: string }>(
      `SELECT id, draft FROM question WHERE server = ? AND kind = ? AND draft IS NOT NULL AND ended IS NOT NULL AND json = ?
       ORDER BY ended DESC LIMIT 1`,
      asker.serverId,
      details.kind,
      JSON.stringify(details),
    )
    if (row) this.#database.run('UPDATE question SET json = NULL, draft = NULL WHERE id = ?', row.id)
    return row?.draft
  }
}

function toEnded(row: z.infer<typeof EndedRow>): EndedQuestion {
  const asker = { serverId: row.server, callIds: row.calls, ...(row.conversation !== null && { conversationId: row.conversation }) }
  return { id: row.id, asker, kind: row.kind, how: row.state, reason: row.reason, at: row.ended }
}
