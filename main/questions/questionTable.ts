import * as z from 'zod'
import type { ApprovalHistory } from '../../shared/domain/approvalHistory'
import { CallId, ConversationId, QuestionId, ServerId } from '../../shared/domain/ids'
import { isByApp } from '../../shared/domain/apps/isByApp'
import type { Answer, Asker, EndedQuestion, Question, QuestionDetails } from '../../shared/domain/question'
import { isRecord } from '../../shared/lib/json'
import { JsonValue } from '../../shared/lib/jsonSchema'
import { isMessage, type Message } from '../../shared/i18n/message'
import { json } from '../storage/columnSchemas'
import type { Database, Row } from '../storage/database'
import type { OrphanedQuestion } from './orphanedQuestions'
import type { TemporaryQuestions } from './temporaryQuestions'

const kinds = ['approval', 'form', 'page', 'sampling', 'samplingReview', 'folders', 'start', 'changed', 'signIn'] as const

/** The fields of every row, checked when read because an older Parley may have written them. */
const QuestionRow = z.object({
  id: QuestionId,
  server: ServerId,
  calls: json(z.array(CallId)),
  conversation: ConversationId.nullable(),
  kind: z.enum(kinds),
  tool: z.string().nullable(),
  by_app: z.number(),
})

const EndedRow = QuestionRow.extend({
  state: z.enum(['answered', 'withdrawn', 'expired']),
  ended: z.number(),
  reason: json(z.custom<Message>(isMessage)),
})

const LeftRow = QuestionRow.extend({ created: z.number(), expires: z.number(), json: z.string(), draft: z.string().nullable() })

/** What Parley wrote itself, maybe an older one: what reads it takes nothing of it for granted. */
const SavedDetails = z.custom<QuestionDetails>((value) => isRecord(value) && typeof value['kind'] === 'string')

const DraftRow = z.object({ id: z.string(), draft: z.string() })

const DecidedRow = z.object({ verdict: z.enum(['allowed', 'denied']), times: z.number(), at: z.number() })

/**
 * The rows of `question`. An open question's row holds all of it. After the answer only the asker and the decision stay here; `QuestionRecordTable`
 * keeps what was asked. If a question ended without an answer, its draft is kept for a while, so that the same question finds it again.
 * The rows of temporary conversations are in memory.
 */
export class QuestionTable {
  readonly #database: Database
  readonly #temporary: TemporaryQuestions | undefined

  constructor(database: Database, temporary?: TemporaryQuestions) {
    this.#database = database
    this.#temporary = temporary
  }

  /** Saves a new question. Returns the draft of the same question of the same server that ended without an answer. */
  open(question: Question): JsonValue | undefined {
    const database = this.#of(question.asker)
    return database.transaction(() => {
      const draft = takeDraft(database, question)
      insert(database, question, draft)
      return draft === undefined ? undefined : JsonValue.parse(JSON.parse(draft))
    })
  }

  saveDraft(id: QuestionId, draft: JsonValue): void {
    this.#with(id).run('UPDATE question SET draft = ? WHERE id = ?', JSON.stringify(draft), id)
  }

  /** Saves the end of a question, all of it or nothing. */
  end({ id, how, at, reason }: EndedQuestion, answer: Answer | undefined): void {
    const database = this.#with(id)
    database.transaction(() => {
      database.run(
        'UPDATE question SET state = ?, ended = ?, reason = ?, action = ? WHERE id = ?',
        how,
        at,
        JSON.stringify(reason),
        answer?.kind === 'approval' ? answer.action : null,
        id,
      )
      // The question is kept only if it has an unsent draft.
      database.run(`UPDATE question SET json = NULL, draft = NULL WHERE id = ? ${answer ? '' : 'AND draft IS NULL'}`, id)
    })
  }

  /** Saves a question that ended immediately. */
  addEnded({ id, asker, kind, how, reason, at }: EndedQuestion): void {
    this.#of(asker).run(
      `INSERT INTO question (id, server, calls, conversation, kind, state, created, expires, ended, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      asker.serverId,
      JSON.stringify(asker.callIds),
      asker.conversationId ?? null,
      kind,
      how,
      at,
      at,
      at,
      JSON.stringify(reason),
    )
  }

  /** The ended questions of one call, oldest first. Questions that may belong to several calls are left out. */
  endedIn(callId: CallId): readonly EndedQuestion[] {
    return this.#all(
      'SELECT * FROM question WHERE calls = ? AND ended IS NOT NULL ORDER BY created, ended LIMIT 200',
      JSON.stringify([callId]),
    ).flatMap(readEnded)
  }

  /** The open rows of an earlier run. Unreadable rows are ended here. */
  left(at: number): readonly OrphanedQuestion[] {
    return this.#database.all(`SELECT * FROM question WHERE state = 'open' ORDER BY created`).flatMap((row) => {
      const left = readLeft(row)
      if (left) return [left]
      const id = isRecord(row) && typeof row['id'] === 'string' ? row['id'] : ''
      const quit: Message = { id: 'ends.quit' }
      this.#database.run(
        `UPDATE question SET state = 'withdrawn', ended = ?, reason = ?, json = NULL WHERE id = ?`,
        at,
        JSON.stringify(quit),
        id,
      )
      return []
    })
  }

  /** Writes what an open question says now: it is asked again, or its words have changed. */
  saveDetails({ id, details }: Question): void {
    this.#with(id).run('UPDATE question SET json = ? WHERE id = ?', JSON.stringify(details), id)
  }

  /** Saves an unsent answer as a draft, so that it can be found again. */
  keepAnswer(id: QuestionId, details: QuestionDetails, answer: JsonValue): void {
    this.#with(id).run('UPDATE question SET json = ?, draft = ? WHERE id = ?', JSON.stringify(details), JSON.stringify(answer), id)
  }

  /** The calls with kept answers that may not have been sent. */
  keptAnswers(): readonly CallId[] {
    const rows = this.#database.all(`SELECT DISTINCT calls FROM question WHERE draft IS NOT NULL AND state = 'answered'`)
    return rows.flatMap(({ calls }) => json(z.array(CallId)).safeParse(calls).data ?? [])
  }

  forgetAnswers(callId: CallId): void {
    this.#database.run(
      `UPDATE question SET json = NULL, draft = NULL WHERE calls = ? AND draft IS NOT NULL AND state = 'answered'`,
      JSON.stringify([callId]),
    )
  }

  forgetDraftsBefore(time: number): void {
    this.#database.run('UPDATE question SET json = NULL, draft = NULL WHERE draft IS NOT NULL AND ended < ?', time)
  }

  lastEnded(count: number): readonly EndedQuestion[] {
    const rows = this.#all('SELECT * FROM question WHERE ended IS NOT NULL ORDER BY ended DESC, created DESC LIMIT ?', count)
    return rows
      .flatMap(readEnded)
      .toSorted((a, b) => b.at - a.at)
      .slice(0, count)
  }

  /** What a person, not a rule, has decided about one tool so far. */
  approvalHistory(serverId: ServerId, tool: string): ApprovalHistory {
    const rows = this.#database
      .all(
        `SELECT CASE action WHEN 'deny' THEN 'denied' ELSE 'allowed' END AS verdict, count(*) AS times, max(ended) AS at
       FROM question WHERE server = ? AND tool = ? AND action IS NOT NULL GROUP BY verdict ORDER BY at DESC`,
        serverId,
        tool,
      )
      .map((row) => DecidedRow.parse(row))
    const times = (verdict: 'allowed' | 'denied'): number => rows.find((row) => row.verdict === verdict)?.times ?? 0
    const last = rows[0]
    return { allowed: times('allowed'), denied: times('denied'), ...(last && { last: { verdict: last.verdict, at: last.at } }) }
  }

  renameServer(from: ServerId, to: ServerId): void {
    this.#database.run('UPDATE question SET server = ? WHERE server = ?', to, from)
    this.#temporary?.database.run('UPDATE question SET server = ? WHERE server = ?', to, from)
  }

  /** Where the questions of an asker are. */
  #of(asker: Asker): Database {
    return this.#temporary?.covers(asker) ? this.#temporary.database : this.#database
  }

  /** Where a question is. */
  #with(id: QuestionId): Database {
    return this.#temporary?.database.get('SELECT 1 FROM question WHERE id = ?', id) ? this.#temporary.database : this.#database
  }

  #all(sql: string, param: string | number): readonly Row[] {
    return [...this.#database.all(sql, param), ...(this.#temporary?.database.all(sql, param) ?? [])]
  }
}

function insert(database: Database, { id, asker, created, expires, details }: Question, draft: string | undefined): void {
  database.run(
    `INSERT INTO question (id, server, calls, conversation, kind, json, draft, tool, by_app, state, created, expires)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?, ?)`,
    id,
    asker.serverId,
    JSON.stringify(asker.callIds),
    asker.conversationId ?? null,
    details.kind,
    JSON.stringify(details),
    draft ?? null,
    details.kind === 'approval' ? details.tool : null,
    isByApp(details) ? 1 : 0,
    created,
    expires,
  )
}

function takeDraft(database: Database, { asker, details }: Question): string | undefined {
  const row = database.get(
    `SELECT id, draft FROM question WHERE server = ? AND kind = ? AND draft IS NOT NULL AND ended IS NOT NULL AND json = ?
         AND (state <> 'answered' OR calls = ?)
       ORDER BY ended DESC LIMIT 1`,
    asker.serverId,
    details.kind,
    JSON.stringify(details),
    // A kept answer belongs to the call that asked.
    JSON.stringify(asker.callIds),
  )
  if (!row) return undefined
  const { id, draft } = DraftRow.parse(row)
  database.run('UPDATE question SET json = NULL, draft = NULL WHERE id = ?', id)
  return draft
}

function readEnded(row: unknown): readonly EndedQuestion[] {
  const parsed = EndedRow.safeParse(row)
  return parsed.success ? [toEnded(parsed.data)] : []
}

function toEnded(row: z.infer<typeof EndedRow>): EndedQuestion {
  return { ...whose(row), how: row.state, reason: row.reason, at: row.ended }
}

function readLeft(row: unknown): OrphanedQuestion | undefined {
  const parsed = LeftRow.safeParse(row)
  if (!parsed.success) return undefined
  const { created, expires, json, draft } = parsed.data
  const details = SavedDetails.safeParse(JSON.parse(json)).data
  if (!details) return undefined
  return { ...whose(parsed.data), created, expires, details, ...(draft !== null && { draft: JsonValue.parse(JSON.parse(draft)) }) }
}

function whose({
  id,
  server,
  calls,
  conversation,
  kind,
  tool,
  by_app: byApp,
}: z.infer<typeof QuestionRow>): Pick<EndedQuestion, 'id' | 'asker' | 'kind' | 'tool' | 'byApp'> {
  const asker = { serverId: server, callIds: calls, ...(conversation !== null && { conversationId: conversation }) }
  return { id, asker, kind, ...(tool !== null && { tool }), ...(byApp === 1 && { byApp: true as const }) }
}
