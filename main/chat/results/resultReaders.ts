import { setImmediate as turn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { CallId } from '../../../shared/domain/ids'
import type { ResultPiece } from '../../../shared/domain/toolResult'
import { AppError } from '../../../shared/errors/appError'
import type { AskedDocument, ResultQuestionName, ResultQuestions } from '../../../shared/results/answerQuestion'
import type { OpenedResult } from '../../../shared/results/resultAnswers'
import { startFileReaderThread } from '../../lib/startFileReaderThread'
import type { ResultMessage, ResultReply } from './resultWorker'

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
  /** Called when a reader may be closed for another one. */
  #waiting: (() => void)[] = []
  #hasEnded = false

  constructor(deps: ResultReadersDeps) {
    this.#deps = deps
  }

  /**
   * Opens a result, unless it is open. It waits while all readers have something to answer.
   * @throws {AppError} NOT_FOUND, MESSAGE_TOO_LARGE, CANCELLED
   */
  async open(callId: CallId, read: ReadPiece, signal?: AbortSignal): Promise<OpenedResult> {
    return await this.#use(callId, read, signal, (reader) => reader.opened)
  }

  /**
   * Asks about one text of a result, which is opened first if need be.
   * @throws {AppError} NOT_FOUND, MESSAGE_TOO_LARGE, CANCELLED when nobody wants the answer any more
   */
  async ask<N extends ResultQuestionName>(
    name: N,
    callId: CallId,
    read: ReadPiece,
    ask: ResultQuestions[N]['ask'] & AskedDocument,
    signal?: AbortSignal,
  ): Promise<ResultQuestions[N]['answer']> {
    const answer = await this.#use(callId, read, signal, (reader) => reader.ask(name, ask, signal))
    if (answer === undefined) throw new AppError('NOT_FOUND', { reason: 'chat.noResult' })
    return answer
  }

  /** Closes the results of these calls, also if somebody waits for an answer. */
  async close(isMeant: (callId: CallId) => boolean): Promise<void> {
    await Promise.all([...this.#open.keys()].filter(isMeant).map((callId) => this.#close(callId)))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#hasEnded = true
    await this.close(() => true)
  }

  async #use<A>(callId: CallId, read: ReadPiece, signal: AbortSignal | undefined, work: (reader: ResultReader) => Promise<A>): Promise<A> {
    for (;;) {
      if (this.#hasEnded || signal?.aborted) throw cancelled()
      const reader = this.#open.get(callId) ?? this.#start(callId, read)
      // At once, before another one takes its place.
      if (reader) return await reader.use(() => work(reader))
      // oxlint-disable-next-line no-await-in-loop
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Undefined: all that are open have something to answer, and whoever waits for it gets it first. */
  #start(callId: CallId, read: ReadPiece): ResultReader | undefined {
    if (this.#open.size >= MOST_OPEN) {
      const [oldest] = [...this.#open].filter(([, { isBusy }]) => !isBusy)
      if (!oldest) return undefined
      void this.#close(oldest[0])
    }
    const reader = new ResultReader(this.#deps.script, read)
    // It may have been opened anew meanwhile.
    reader.onEnd = () => {
      if (this.#open.get(callId) === reader) void this.#close(callId)
    }
    reader.onIdle = () => this.#rest(callId, reader)
    this.#open.set(callId, reader)
    return reader
  }

  /** It was looked at last. */
  #rest(callId: CallId, reader: ResultReader): void {
    if (this.#open.get(callId) === reader) {
      this.#open.delete(callId)
      this.#open.set(callId, reader)
    }
    this.#wake()
  }

  async #close(callId: CallId): Promise<void> {
    const reader = this.#open.get(callId)
    this.#open.delete(callId)
    this.#wake()
    await reader?.end()
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

/** A question, until it is answered. */
interface Asked {
  readonly message: { readonly id: number }
  readonly signal: AbortSignal | undefined
  readonly resolve: (answer: never) => void
  readonly reject: (reason: AppError) => void
}

/** One result in its thread. */
class ResultReader {
  readonly opened: Promise<OpenedResult>
  /** Called when it could not be opened, was lost, or nobody looked at it for long. */
  onEnd: () => void = () => undefined
  /** Called when nobody waits for an answer any more. */
  onIdle: () => void = () => undefined
  readonly #worker: Worker
  /** Those that are not yet asked of the thread: it gets one at a time, so that it never works on what nobody wants any more. */
  #questions: Asked[] = []
  #asked: Asked | undefined
  #users = 0
  #last = 0
  /** Why it answers nothing any more. */
  #ended: AppError | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(script: string, read: ReadPiece) {
    this.#worker = startFileReaderThread(script, {}, MEMORY_MB)
    this.#worker.on('message', (reply: ResultReply) => this.#answered(reply))
    // Out of memory, or a defect.
    this.#worker.on('error', () => this.#stop(tooLarge()))
    this.#worker.on('exit', () => this.#stop(tooLarge()))
    this.opened = this.#read(read)
    // Whoever asks hears of it; nobody may be asking any more.
    this.opened.catch(() => this.onEnd())
  }

  get isBusy(): boolean {
    return this.#users > 0
  }

  /** While something is used, it is not closed for another result. */
  async use<A>(work: () => Promise<A>): Promise<A> {
    this.#users++
    clearTimeout(this.#idle)
    try {
      return await work()
    } finally {
      this.#users--
      if (!this.isBusy) this.#rest()
    }
  }

  async ask<N extends ResultQuestionName>(
    name: N,
    ask: ResultQuestions[N]['ask'] & AskedDocument,
    signal: AbortSignal | undefined,
  ): Promise<ResultQuestions[N]['answer'] | undefined> {
    await this.opened
    return await this.#send<ResultQuestions[N]['answer'] | undefined>((id) => ({ id, name, ask }), signal)
  }

  async end(): Promise<void> {
    this.#stop(cancelled())
    await this.#worker.terminate()
  }

  #rest(): void {
    if (!this.#ended) {
      this.#idle = setTimeout(() => this.onEnd(), IDLE_MS)
      this.#idle.unref()
    }
    this.onIdle()
  }

  async #read(read: ReadPiece): Promise<OpenedResult> {
    for (let piece = 0, pieces = 1; piece < pieces; piece++) {
      const next = read(piece)
      pieces = next.pieces
      if (this.#ended) throw this.#ended
      this.#worker.postMessage({ piece: next.json } satisfies ResultMessage)
      // Others have a turn.
      await turn()
    }
    return await this.#send<OpenedResult>((id) => ({ id, end: true }))
  }

  async #send<A>(message: (id: number) => { readonly id: number }, signal?: AbortSignal): Promise<A> {
    if (this.#ended) throw this.#ended
    const { promise, resolve, reject } = Promise.withResolvers<A>()
    this.#questions.push({ message: message(++this.#last), signal, resolve, reject })
    this.#askNext()
    return await promise
  }

  #askNext(): void {
    while (!this.#asked && this.#questions.length > 0) {
      const next = this.#questions.shift()
      if (next?.signal?.aborted) {
        next.reject(cancelled())
        continue
      }
      this.#asked = next
      if (next) this.#worker.postMessage(next.message)
    }
  }

  #answered({ id, answer }: ResultReply): void {
    const asked = this.#asked
    if (asked?.message.id !== id) return
    this.#asked = undefined
    asked.resolve(answer)
    this.#askNext()
  }

  #stop(why: AppError): void {
    if (this.#ended) return
    this.#ended = why
    clearTimeout(this.#idle)
    const left = [...(this.#asked ? [this.#asked] : []), ...this.#questions.splice(0)]
    this.#asked = undefined
    for (const { reject } of left) reject(why)
    this.onEnd()
  }
}

function tooLarge(): AppError {
  return new AppError('MESSAGE_TOO_LARGE', { reason: 'chat.resultTooLarge' })
}

function cancelled(): AppError {
  return new AppError('CANCELLED', { reason: 'common.cancelled' })
}
