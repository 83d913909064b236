import type { CallProgress } from '../../shared/domain/chat'
import type { CallId, ConversationId, AccountId, ServerId } from '../../shared/domain/ids'
import type { CallTask } from '../../shared/domain/task'
import type { AppError } from '../../shared/errors/appError'
import type { JsonObject } from '../../shared/lib/json'
import type { CallTimeout } from './callTimeout'
import { ProgressReporter } from './progressReporter'

/** What somebody asks of the pool: one call of one tool. */
export interface CallRequest {
  readonly serverId: ServerId
  readonly tool: string
  readonly arguments: JsonObject
  /** What the tool was when somebody decided that it may run: another one of that name does not run. */
  readonly definitionHash?: string
  readonly callId: CallId
  readonly conversationId?: ConversationId
  /** The account that it is made with, where that is not the default one. */
  readonly accountId?: AccountId
  readonly onProgress: (progress: CallProgress) => void
  /** True while a question of this call is open. */
  readonly onWaiting: (waiting: boolean) => void
  /** The server runs it in its own time; told again at every look at the task. */
  readonly onTask?: (task: CallTask) => void
}

/** What a call under way needs to know of what was asked for: who asked, and who is told of it. */
export type CallOrigin = Pick<CallRequest, 'callId' | 'conversationId' | 'onProgress' | 'onWaiting'>

/** A call that is on the wire: its questions stop its clock, its progress keeps it alive, and its failure withdraws its questions. */
export class ActiveCall {
  readonly id: CallId
  readonly conversationId: ConversationId | undefined
  /** Aborts when the call is stopped or runs out of time. */
  readonly signal: AbortSignal
  /** How often a person was asked to sign in for it. */
  signIns = 0
  readonly #clock: CallTimeout
  readonly #progress: ProgressReporter
  readonly #onWaiting: (waiting: boolean) => void
  readonly #failed = new AbortController()
  #openQuestions = 0

  constructor(origin: CallOrigin, clock: CallTimeout) {
    this.id = origin.callId
    this.conversationId = origin.conversationId
    this.signal = clock.signal
    this.#clock = clock
    this.#progress = new ProgressReporter(origin.onProgress)
    this.#onWaiting = origin.onWaiting
  }

  /** The server has reported how far it is, which is also a sign of life. */
  progress(reported: CallProgress): void {
    this.#clock.progress()
    this.#progress.push(reported)
  }

  /** The call is over: no deadline can end it, and no progress is handed on. */
  end(): void {
    this.#progress.stop()
    this.#clock.stop()
  }

  /** Aborts when nobody waits for an answer any more: the call was stopped, ran out of time, or failed. */
  questionsEnd(): AbortSignal {
    return AbortSignal.any([this.signal, this.#failed.signal])
  }

  /** The call has failed. */
  fail(reason: AppError): void {
    this.#failed.abort(reason)
  }

  /** Holds the clock while a person answers. */
  async whileAsking<T>(ask: () => Promise<T>): Promise<T> {
    if (++this.#openQuestions === 1) {
      this.#clock.pause()
      this.#onWaiting(true)
    }
    try {
      return await ask()
    } finally {
      if (--this.#openQuestions === 0) {
        this.#clock.resume()
        this.#onWaiting(false)
      }
    }
  }
}
