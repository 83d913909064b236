import type { ConversationId, QuestionId, ServerId } from '../../shared/domain/ids'
import type { Answer, EndedQuestion, QuestionDetails } from '../../shared/domain/question'
import { log } from '../lib/log'
import { isCancelled } from './questionEnding'
import type { QuestionRecordTable } from './questionRecordTable'
import type { QuestionTable } from './questionTable'

const LATEST_KEPT = 20

/** How questions ended, each with what it was about: the latest in memory, all on disk. */
export class EndedQuestions {
  readonly #table: QuestionTable
  readonly #records: QuestionRecordTable
  #latest: readonly EndedQuestion[]

  constructor(table: QuestionTable, records: QuestionRecordTable) {
    this.#table = table
    this.#records = records
    this.#latest = this.last(LATEST_KEPT)
  }

  /** The last twenty, the latest first. */
  latest(): readonly EndedQuestion[] {
    return this.#latest
  }

  /** The questions that ended last, the latest first. */
  last(count: number): readonly EndedQuestion[] {
    return this.#table.lastEnded(count).map((ended) => this.#withSummary(ended))
  }

  /** Saves an end with what was asked and answered. The wait is over even if writing fails: a row left open ends at the next start. */
  add(ended: EndedQuestion, asked: QuestionDetails, answer: Answer | undefined): void {
    keep('What a question asked', ended.id, () => this.#records.add(ended, asked, answer))
    this.#addLatest(ended)
    keep('The end of a question', ended.id, () => this.#table.end(ended, answer && !isCancelled(answer) ? answer : undefined))
  }

  /** Saves a question that ended before it was shown. */
  addUnseen(ended: EndedQuestion): void {
    this.#addLatest(ended)
    this.#table.addEnded(ended)
  }

  renameServer(from: ServerId, to: ServerId): void {
    this.#latest = this.#latest.map((ended) =>
      ended.asker.serverId === from ? { ...ended, asker: { ...ended.asker, serverId: to } } : ended,
    )
  }

  /** Forgets how the questions of a conversation ended, as far as it is in memory. */
  forget(conversationId: ConversationId): void {
    this.#latest = this.#latest.filter(({ asker }) => asker.conversationId !== conversationId)
  }

  #addLatest(ended: EndedQuestion): void {
    this.#latest = [this.#withSummary(ended), ...this.#latest].slice(0, LATEST_KEPT)
  }

  #withSummary(ended: EndedQuestion): EndedQuestion {
    try {
      const about = this.#records.summaryOf(ended.id)
      return about === undefined ? ended : { ...ended, about }
    } catch (thrown) {
      log('warn', 'What a question was about could not be read', { question: ended.id, error: thrown })
      return ended
    }
  }
}

/** Writes something about a question that has ended. Its wait is over even where that fails. */
export function keep(what: string, question: QuestionId, write: () => void): void {
  try {
    write()
  } catch (thrown) {
    log('error', `${what} could not be kept`, { question, error: thrown })
  }
}
