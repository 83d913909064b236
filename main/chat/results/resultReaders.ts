import { setImmediate as turn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { CallId } from '../../../shared/domain/ids'
import type { ResultPiece } from '../../../shared/domain/toolResult'
import { AppError } from '../../../shared/errors/appError'
import type { AskedDocument, ResultQuestionName, ResultQuestions } from '../../../shared/results/answerQuestion'
import type { OpenedResult } from '../../../shared/results/resultAnswers'
import { startFileReaderThread } from '../../lib/startFileReaderThread'
import type { ResultReply } from './resultWorker'

/** What wants more ends its thread alone. */
const MEMORY_MB = 1_024
/** So many results are open at once. */
const MOST_OPEN = 2
/** A result that nobody looks at is closed. */
const IDLE_MS = 5 * 60_000

/** Returns a piece of a whole result, counted from 0. Throws NOT_FOUND. */
export type ReadPiece = (piece: number) => ResultPiece

export interface ResultReadersDeps {
  /** Absolute path of the compiled worker. */
  readonly script: string
}

/** Owner of the threads in which long results are open, so that the page gets a few rows of one at a time, and nothing here waits for it. */
export class ResultReaders implements AsyncDisposable {
  readonly #deps: ResultReadersDeps
  /** The one that was looked at last is at the end. */
  readonly #open = new Map<CallId, ResultReader>()

  constructor(deps: ResultReadersDeps) {
    this.#deps = deps
  }

  /**
   * Opens a result, unless it is open.
   * @throws {AppError} NOT_FOUND, MESSAGE_TOO_LARGE
   */
  async open(callId: CallId, read: ReadPiece): Promise<OpenedResult> {
    return await this.#reader(callId, read).opened
  }

  /**
   * Asks about one text of a result, which is opened first if need be.
   * @throws {AppError} NOT_FOUND, MESSAGE_TOO_LARGE
   */
  async ask<N extends ResultQuestionName>(
    name: N,
    callId: CallId,
    read: ReadPiece,
    ask: ResultQuestions[N]['ask'] & AskedDocument,
  ): Promise<ResultQuestions[N]['answer']> {
    const reader = this.#reader(callId, read)
    await reader.opened
    const answer = await reader.ask(name, ask)
    if (answer === undefined) throw new AppError('NOT_FOUND', { reason: 'chat.noResult' })
    return answer
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(Array.from(this.#open.keys(), (callId) => this.#close(callId)))
  }

  #reader(callId: CallId, read: ReadPiece): ResultReader {
    const known = this.#open.get(callId)
    const reader = known ?? new ResultReader(this.#deps.script, read)
    if (!known) reader.onEnd = () => this.#forget(callId, reader)
    this.#open.delete(callId)
    this.#open.set(callId, reader)
    reader.touch()
    const [oldest] = this.#open.keys()
    if (oldest !== undefined && this.#open.size > MOST_OPEN) void this.#close(oldest)
    return reader
  }

  /** It may have been opened anew meanwhile. */
  #forget(callId: CallId, reader: ResultReader): void {
    if (this.#open.get(callId) === reader) void this.#close(callId)
  }

  async #close(callId: CallId): Promise<void> {
    const reader = this.#open.get(callId)
    this.#open.delete(callId)
    await reader?.end()
  }
}

/** One result in its thread. */
class ResultReader {
  readonly opened: Promise<OpenedResult>
  /** Called when it could not be opened, was lost, or nobody looked at it for long. */
  onEnd: () => void = () => undefined
  readonly #worker: Worker
  readonly #waiting = new Map<number, { resolve: (answer: never) => void; reject: (reason: AppError) => void }>()
  #last = 0
  #hasEnded = false
  #idle: NodeJS.Timeout | undefined

  constructor(script: string, read: ReadPiece) {
    this.#worker = startFileReaderThread(script, {}, MEMORY_MB)
    this.#worker.on('message', (reply: ResultReply) => this.#answered(reply))
    // Out of memory, or a defect.
    this.#worker.on('error', () => this.#lost())
    this.#worker.on('exit', () => this.#lost())
    this.opened = this.#read(read)
    // Whoever asks hears of it; nobody may be asking any more.
    this.opened.catch(() => this.onEnd())
  }

  ask<N extends ResultQuestionName>(
    name: N,
    ask: ResultQuestions[N]['ask'] & AskedDocument,
  ): Promise<ResultQuestions[N]['answer'] | undefined> {
    return this.#send<ResultQuestions[N]['answer'] | undefined>((id) => ({ id, name, ask }))
  }

  touch(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.onEnd(), IDLE_MS)
    this.#idle.unref()
  }

  async end(): Promise<void> {
    clearTimeout(this.#idle)
    await this.#worker.terminate()
  }

  async #read(read: ReadPiece): Promise<OpenedResult> {
    for (let piece = 0, pieces = 1; piece < pieces; piece++) {
      const next = read(piece)
      pieces = next.pieces
      this.#post({ piece: next.json })
      // Others have a turn.
      await turn()
    }
    return await this.#send<OpenedResult>((id) => ({ id, end: true }))
  }

  #send<A>(message: (id: number) => object): Promise<A> {
    const { promise, resolve, reject } = Promise.withResolvers<A>()
    if (this.#hasEnded) reject(tooLarge())
    const id = ++this.#last
    this.#waiting.set(id, { resolve, reject })
    this.#post(message(id))
    return promise
  }

  #post(message: object): void {
    if (!this.#hasEnded) this.#worker.postMessage(message)
  }

  #answered({ id, answer }: ResultReply): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    waiting?.resolve(answer)
  }

  #lost(): void {
    this.#hasEnded = true
    clearTimeout(this.#idle)
    for (const { reject } of this.#waiting.values()) reject(tooLarge())
    this.#waiting.clear()
    this.onEnd()
  }
}

function tooLarge(): AppError {
  return new AppError('MESSAGE_TOO_LARGE', { reason: 'chat.resultTooLarge' })
}
