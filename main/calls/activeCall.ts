import type { CallProgress } from '../../shared/domain/chat'
import type { CallId, ConversationId, AccountId, ServerId } from '../../shared/domain/ids'
import type { CallTask } from '../../shared/domain/task'
import type { AppError } from '../../shared/errors/appError'
import type { JsonObject } from '../../shared/lib/json'
import type { CallTimeout } from './callTimeout'
import { ProgressReporter } from './progressReporter'

/** A request to the pool: one call of one tool. */
export interface CallRequest {
  readonly serverId: ServerId
  readonly tool: string
  readonly arguments: JsonObject
  /** The hash of the tool when it was allowed to run. A changed tool of the same name does not run. */
  readonly definitionHash?: string
  readonly callId: CallId
  readonly conversationId?: ConversationId
  /** Nobody goes on with the call after a restart of Parley, because the interface that made it is gone then. */
  readonly endsWithParley?: true
  /** The account of the call, if not the default one. */
  readonly accountId?: AccountId
  readonly onProgress: (progress: CallProgress) => void
  /** Called with true when the first question of this call opens, and with false when the last one ends. */
  readonly onWaiting: (waiting: boolean) => void
  /** Called with true when the call waits for a place behind earlier calls of its server, and with false when it has one. */
  readonly onQueued?: (queued: boolean) => void
  /** Called when the server runs the call as a task, and again after every look at the task. */
  readonly onTask?: (task: CallTask) => void
}

/** Who asked for a call under way, and who hears about it. */
export type CallOrigin = Pick<CallRequest, 'callId' | 'conversationId' | 'onProgress' | 'onWaiting' | 'onQueued'>

/** A call on the wire. Its questions pause its timeout, progress extends it, and a failure withdraws its questions. */
export class ActiveCall {
  readonly id: CallId
  readonly conversationId: ConversationId | undefined
  /** Aborts when the call is stopped or runs out of time. */
  readonly signal: AbortSignal
  /** How often a person was asked to sign in for this call. */
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

  /** Reports the server's progress. Progress is also a sign of life. */
  progress(reported: CallProgress): void {
    this.#clock.progress()
    this.#progress.push(reported)
  }

  /** Ends the timeout and the progress reports of a finished call. */
  end(): void {
    this.#progress.stop()
    this.#clock.stop()
  }

  /** Returns a signal that aborts when no answer is needed any more: the call was stopped, ran out of time, or failed. */
  questionsEnd(): AbortSignal {
    return AbortSignal.any([this.signal, this.#failed.signal])
  }

  /** Withdraws the questions of a failed call. */
  fail(reason: AppError): void {
    this.#failed.abort(reason)
  }

  /** Pauses the timeout while a person answers. */
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
