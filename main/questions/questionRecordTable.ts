import * as z from 'zod'
import type { QuestionId } from '../../shared/domain/ids'
import type { Answer, EndedQuestion, QuestionDetails } from '../../shared/domain/question'
import { RecordedPart, type QuestionRecord } from '../../shared/domain/records/questionRecord'
import { recordsKept } from '../../shared/domain/records/questionRecordLimits'
import type { JsonValue } from '../../shared/lib/json'
import { json } from '../storage/columnSchemas'
import type { Database } from '../storage/database'
import { selectQuestionRecordParts } from './selectQuestionRecordParts'
import { serializeQuestionRecord } from './serializeQuestionRecord'
import { summarizeQuestionRecord } from './summarizeQuestionRecord'
import type { TemporaryQuestions } from './temporaryQuestions'

const DAY_MS = 24 * 60 * 60 * 1000

const Row = z.object({ json: json(z.array(RecordedPart)), cut: z.number() })

/**
 * The rows of `question_record`: what an ended question asked and what it was answered with. They hang on nothing, so that they outlive a
 * conversation that is deleted, and hold no secrets. Decisions and questions that nobody answered have a bound each: a server that asks and
 * takes back without end pushes out no decision. The rows of temporary conversations are in memory, and go with them.
 */
export class QuestionRecordTable {
  readonly #database: Database
  readonly #temporary: TemporaryQuestions | undefined

  constructor(database: Database, now: number, temporary?: TemporaryQuestions) {
    this.#database = database
    this.#temporary = temporary
    this.#forgetBefore(now - recordsKept.days * DAY_MS)
  }

  add({ id, asker, how, at }: EndedQuestion, details: QuestionDetails, answer: Answer | undefined): void {
    const { text, cut } = serializeQuestionRecord(selectQuestionRecordParts(details, answer))
    const answered = how === 'answered' ? 1 : 0
    const database = this.#temporary?.covers(asker) ? this.#temporary.database : this.#database
    database.run(
      'INSERT OR REPLACE INTO question_record (question, answered, ended, json, cut) VALUES (?, ?, ?, ?, ?)',
      id,
      answered,
      at,
      text,
      cut ? 1 : 0,
    )
    database.run(
      `DELETE FROM question_record WHERE answered = ? AND rowid <=
         (SELECT rowid FROM question_record WHERE answered = ? ORDER BY rowid DESC LIMIT 1 OFFSET ?)`,
      answered,
      answered,
      answered === 1 ? recordsKept.answered : recordsKept.notAnswered,
    )
    this.#forgetBefore(at - recordsKept.days * DAY_MS)
  }

  /** What is kept of a question. Without parts if nothing is. */
  get(id: QuestionId): QuestionRecord {
    const sql = 'SELECT json, cut FROM question_record WHERE question = ?'
    const row = Row.safeParse(this.#temporary?.database.get(sql, id) ?? this.#database.get(sql, id)).data
    return { parts: row?.json ?? [], cut: row?.cut === 1 }
  }

  /** What a question was about in short. Undefined if nothing of it is kept. */
  summaryOf(id: QuestionId): JsonValue | undefined {
    return summarizeQuestionRecord(this.get(id).parts)
  }

  #forgetBefore(time: number): void {
    this.#database.run('DELETE FROM question_record WHERE ended < ?', time)
  }
}
