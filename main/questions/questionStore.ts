import type { ApprovalHistory } from '../../shared/domain/approvalHistory'
import { QuestionId, type CallId, type ConversationId, type ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import type {
  Answer,
  AnswerTo,
  Asker,
  EndedQuestion,
  Question,
  QuestionDetails,
  QuestionKind,
  Questions,
} from '../../shared/domain/question'
import type { QuestionRecord } from '../../shared/domain/records/questionRecord'
import { AppError } from '../../shared/errors/appError'
import { canonicalJson, type JsonValue } from '../../shared/lib/json'
import { errorMessage } from '../../shared/i18n/errorText'
import type { Message } from '../../shared/i18n/message'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { jsonBytes } from '../lib/jsonSize'
import type { Database } from '../storage/database'
import { acceptance, isAnswerTo, type Acceptance, type AcceptanceOptions } from './answerAcceptance'
import { OrphanedQuestions, type OrphanedEnd } from './orphanedQuestions'
import { EndedQuestions, keep } from './endedQuestions'
import { endedQuestion, mayHoldSecrets, withHistory, type Ending, type Forbidden } from './questionEnding'
import { QuestionRecordTable } from './questionRecordTable'
import { QuestionTable } from './questionTable'
import { limitOpenQuestions } from './limitOpenQuestions'
import type { TemporaryQuestions } from './temporaryQuestions'

/** How long a draft is kept in case the same question is asked again. */
const DRAFT_KEPT_MS = 7 * 24 * 60 * 60 * 1000
/** A Node timer with a longer delay fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** How a wait ended. Every question gets exactly one outcome. */
export type Outcome<K extends QuestionKind> =
  | { readonly how: 'answered'; readonly answer: AnswerTo<K> }
  | { readonly how: 'withdrawn'; readonly reason: Message; readonly forbidden?: Forbidden }
  | { readonly how: 'expired' }

interface Open {
  question: Question
  /** The size of the question itself, without what a person types. */
  readonly bytes: number
  readonly acceptance: Acceptance
  settle(ending: Ending): void
}

interface AskOptions<K extends QuestionKind> extends AcceptanceOptions<K> {
  /** The asker's signal. When it aborts, nobody waits any more, and the question is withdrawn with its reason. */
  readonly signal: AbortSignal
  /** The asker's own, for this question alone: gives it anew where what it says has changed while it is open. What a person typed stays. */
  readonly renewals?: Emitter<Extract<QuestionDetails, { kind: K }>>
}

/** The error for a request whose question ended without an answer. */
export function questionEndedError(ending: Exclude<Outcome<QuestionKind>, { how: 'answered' }>): AppError {
  if (ending.how === 'expired') return new AppError('TIMED_OUT', { reason: 'questions.expired' })
  return new AppError('CANCELLED', { reason: 'questions.withdrawn', params: { why: ending.reason } })
}

export interface QuestionStoreDeps {
  readonly database: Database
  /** Absent: every question is kept in the database. */
  readonly temporary?: TemporaryQuestions
  readonly clock: Clock
  readonly limits: () => Limits
  /** Whether a call will ask all its questions again if Parley quits now. Its answers must then be kept. */
  readonly goesOn?: (callId: CallId) => boolean
}

/** Owner of everything that waits for a person. Each wait ends exactly once: answered, withdrawn or expired. */
export class QuestionStore {
  readonly changes = new Emitter<Questions>()
  readonly #table: QuestionTable
  readonly #records: QuestionRecordTable
  readonly #ended: EndedQuestions
  readonly #clock: Clock
  readonly #limits: () => Limits
  readonly #goesOn: (callId: CallId) => boolean
  readonly #open = new Map<QuestionId, Open>()
  readonly #left: OrphanedQuestions
  /** Calls whose answers are kept until they are sent. */
  readonly #keptOf: Set<CallId>
  #leaving = false
  #closed = false

  constructor(deps: QuestionStoreDeps) {
    this.#table = new QuestionTable(deps.database, deps.temporary)
    this.#records = new QuestionRecordTable(deps.database, deps.clock.now(), deps.temporary)
    this.#clock = deps.clock
    this.#limits = deps.limits
    this.#goesOn = deps.goesOn ?? (() => false)
    this.#left = new OrphanedQuestions(this.#table.left(deps.clock.now()))
    this.#keptOf = new Set(this.#table.keptAnswers())
    this.#table.forgetDraftsBefore(deps.clock.now() - DRAFT_KEPT_MS)
    this.#ended = new EndedQuestions(this.#table, this.#records)
  }

  /** @throws {AppError} CONFLICT if the server has too many open questions, or too many bytes in them */
  async ask<K extends QuestionKind>(
    asker: Asker,
    details: Extract<QuestionDetails, { kind: K }>,
    options: AskOptions<K>,
  ): Promise<Outcome<K>> {
    const { signal } = options
    if (signal.aborted) return { how: 'withdrawn', reason: reasonOf(signal) }
    if (this.#closed) return { how: 'withdrawn', reason: { id: 'ends.quit' } }
    const bytes = jsonBytes(details)
    const open = [...this.#open.values()].filter(({ question }) => question.asker.serverId === asker.serverId)
    limitOpenQuestions({ asker, kind: details.kind, bytes }, open, this.#limits().openQuestionBytesPerServer)
    const question = this.#openAgain(asker, details) ?? this.#openNew(asker, details)
    options.renewals?.subscribe((renewed) => this.#renew(question.id, renewed))
    const ending = await this.#wait(question, bytes, signal, acceptance(details.kind, options))
    if (ending.how !== 'answered') return ending
    if (isAnswerTo(details.kind, ending.answer)) return { how: 'answered', answer: ending.answer }
    throw new AppError('INTERNAL', 'A question took an answer of another kind')
  }

  /** Answers for a person: with what the question's `read` makes of the answer. Fails as `read` and `answer` do. */
  async submit(id: QuestionId, answer: Answer): Promise<boolean> {
    const open = this.#open.get(id)
    return open !== undefined && this.answer(id, await open.acceptance.read(answer))
  }

  /**
   * False if the question is no longer open. An approval counts only when it is written down: what ran, and who allowed it, is known later.
   * @throws {AppError} INVALID_INPUT if the answer does not fit. Also throws if an approval cannot be saved. The question then stays open.
   */
  answer(id: QuestionId, answer: Answer): boolean {
    const open = this.#open.get(id)
    if (!open) return false
    open.acceptance.check(answer)
    const ending: Ending = { how: 'answered', answer }
    if (answer.kind === 'approval') this.#table.end(endedQuestion(open.question, ending, this.#clock.now()), answer)
    open.settle(ending)
    return true
  }

  /** Saves what the person typed. A draft that arrives after the end is dropped, because the answer has replaced it. */
  saveDraft(id: QuestionId, draft: JsonValue): void {
    const open = this.#open.get(id)
    if (!open) return
    open.question = { ...open.question, draft }
    if (!mayHoldSecrets(open.question.details)) this.#table.saveDraft(id, draft)
    this.changes.emit(this.questions())
  }

  /** Called once, when it is known which calls of an earlier run continue. Ends the questions that nobody will ask again. */
  endOrphaned(goOn: ReadonlySet<CallId>): void {
    this.#endOrphaned(this.#left.sort(goOn))
  }

  /** Call it when a call of an earlier run has ended. Ends the questions that it did not ask again. */
  callEnded(callId: CallId): void {
    this.#endOrphaned(this.#left.callEnded(callId))
  }

  /** Deletes the kept answers of a call, because they are about to be sent or nobody wants them. */
  forgetAnswers(callId: CallId): void {
    if (this.#keptOf.delete(callId)) this.#table.forgetAnswers(callId)
  }

  /** Forgets how the questions of a conversation ended that is gone. Its turn was stopped, so none is open. */
  conversationClosed(conversationId: ConversationId): void {
    this.#ended.forget(conversationId)
    this.changes.emit(this.questions())
  }

  /** Called when Parley quits. Open questions stay open on disk, as after a crash. The next start asks them again or ends them. */
  leave(): void {
    this.#leaving = true
  }

  /** Records a question that ended immediately without being shown, with the reason. */
  endAtOnce(asker: Asker, what: Pick<EndedQuestion, 'kind' | 'byApp'>, reason: Message): void {
    const at = this.#clock.now()
    this.#ended.addUnseen({ id: QuestionId.parse(this.#clock.newId()), asker, ...what, how: 'answered', reason, at })
    this.changes.emit(this.questions())
  }

  /** The ended questions of one call, latest last. */
  endedIn(callId: CallId): readonly EndedQuestion[] {
    return this.#table.endedIn(callId)
  }

  /** The questions that ended last, the latest first. */
  lastEnded(count: number): readonly EndedQuestion[] {
    return this.#ended.last(count)
  }

  /** What an ended question asked and was answered with, without secrets. */
  recordOf(id: QuestionId): QuestionRecord {
    return this.#records.get(id)
  }

  questions(): Questions {
    return { open: [...this.#open.values()].map(({ question }) => question), ended: this.#ended.latest() }
  }

  /** What a person has decided about one tool so far. */
  approvalHistory(serverId: ServerId, tool: string): ApprovalHistory {
    return this.#table.approvalHistory(serverId, tool)
  }

  /**
   * Renames a server. Its ended questions get the new name. Its open questions end, because its connection and calls ended with the old
   * name.
   */
  renameServer(from: ServerId, to: ServerId): void {
    const reason: Message = { id: 'ends.renamed', params: { from, to } }
    for (const { question, settle } of this.#open.values()) {
      if (question.asker.serverId === from) settle({ how: 'withdrawn', reason })
    }
    this.#endOrphaned(this.#left.serverRenamed(from, reason))
    this.#ended.renameServer(from, to)
    this.#table.renameServer(from, to)
    this.changes.emit(this.questions())
  }

  /** Withdraws a server's questions after a person stopped it, except whether it may start, which Parley asks. */
  withdrawServer(serverId: ServerId): void {
    for (const { question, settle } of this.#open.values()) {
      if (question.asker.serverId === serverId && question.details.kind !== 'start')
        settle({ how: 'withdrawn', reason: { id: 'ends.serverStopped', params: { server: serverId } } })
    }
  }

  /** Withdraws all questions of a server that may not run any more, also whether it may start. */
  withdrawForbidden(serverId: ServerId, forbidden: Forbidden): void {
    const reason: Message = { id: 'errors.questions.endedByPolicy', params: { ...forbidden } }
    for (const { question, settle } of this.#open.values())
      if (question.asker.serverId === serverId) settle({ how: 'withdrawn', reason, forbidden })
  }

  /** Ends every wait. Later questions are not opened. */
  [Symbol.dispose](): void {
    this.leave()
    this.#closed = true
    for (const open of this.#open.values()) open.settle({ how: 'withdrawn', reason: { id: 'ends.quit' } })
  }

  #openNew(asker: Asker, details: QuestionDetails): Question {
    const created = this.#clock.now()
    const expires = created + this.#limits().questionMs
    const asked: Question = { id: QuestionId.parse(this.#clock.newId()), asker, created, expires, details }
    const draft = this.#table.open(asked)
    return { ...asked, ...(draft !== undefined && { draft }) }
  }

  #renew(id: QuestionId, details: QuestionDetails): void {
    const open = this.#open.get(id)
    if (!open || canonicalJson(open.question.details) === canonicalJson(details)) return
    open.question = { ...open.question, details }
    keep('What a question says by now', id, () => this.#table.saveDetails(open.question))
    this.changes.emit(this.questions())
  }

  /** Reopens a question from before the restart, with its age, deadline and draft. */
  #openAgain(asker: Asker, details: QuestionDetails): Question | undefined {
    const left = this.#left.take(asker, details)
    if (!left) return undefined
    const { id, created, expires, draft } = left
    const question: Question = { id, asker, created, expires, details, ...(draft !== undefined && { draft }) }
    this.#table.saveDetails(question)
    return question
  }

  #endOrphaned(ends: readonly OrphanedEnd[]): void {
    if (ends.length === 0) return
    const at = this.#clock.now()
    for (const { question, reason } of ends) {
      const { created: _created, expires: _expires, details, draft: _draft, ...asked } = question
      this.#ended.add({ ...asked, how: 'withdrawn', reason, at }, details, undefined)
    }
    this.changes.emit(this.questions())
  }

  #wait(question: Question, bytes: number, signal: AbortSignal, accepts: Acceptance): Promise<Ending> {
    return new Promise((resolve) => {
      const timer = new AbortController()
      const withdraw = (): void => settle({ how: 'withdrawn', reason: reasonOf(signal) })
      const settle = (ending: Ending): void => {
        if (!this.#open.has(question.id)) return
        signal.removeEventListener('abort', withdraw)
        timer.abort()
        resolve(ending)
        this.#end(question.id, ending)
      }
      this.#open.set(question.id, { question, bytes, acceptance: accepts, settle })
      signal.addEventListener('abort', withdraw, { once: true })
      void this.#expireLater(question, timer.signal, () => settle({ how: 'expired' }))
      this.changes.emit(this.questions())
    })
  }

  async #expireLater(question: Question, signal: AbortSignal, expire: () => void): Promise<void> {
    try {
      do await this.#clock.sleep(Math.min(Math.max(0, question.expires - this.#clock.now()), LONGEST_TIMER_MS), signal)
      while (question.expires > this.#clock.now())
      expire()
    } catch (thrown) {
      if (!signal.aborted) throw thrown
    }
  }

  #end(id: QuestionId, ending: Ending): void {
    const open = this.#open.get(id)
    if (!open) return
    this.#open.delete(id)
    const { details } = open.question
    const ended = endedQuestion(open.question, ending, this.#clock.now())
    if (!this.#leaving || ending.how === 'answered') {
      const answer = ending.how === 'answered' ? ending.answer : undefined
      this.#ended.add(ended, details, answer)
      if (answer) this.#keepAnswer(open.question, answer)
      this.#renewHistory(open.question)
    }
    this.changes.emit(this.questions())
  }

  /** What was decided about a tool is told by its open questions as well. */
  #renewHistory({ asker: { serverId }, details }: Question): void {
    if (details.kind !== 'approval') return
    const renewed = (question: Question) => withHistory(question, details.tool, () => this.approvalHistory(serverId, details.tool))
    for (const open of this.#open.values()) if (open.question.asker.serverId === serverId) open.question = renewed(open.question)
  }

  /**
   * Keeps an answer until the call has sent all answers of its round. If Parley quits before the last one is given, all questions are asked
   * again and the answers are needed as drafts.
   */
  #keepAnswer({ id, asker, details }: Question, answer: Answer): void {
    const [callId] = asker.callIds
    if (callId === undefined || !this.#goesOn(callId) || mayHoldSecrets(details)) return
    if (answer.kind !== 'form' || answer.content === undefined) return
    const { content } = answer
    keep('An answer that was not sent yet', id, () => {
      this.#table.keepAnswer(id, details, content)
      this.#keptOf.add(callId)
    })
  }
}

function reasonOf(signal: AbortSignal): Message {
  return signal.reason instanceof AppError ? errorMessage(signal.reason) : { id: 'ends.nobodyWaits' }
}
