import type { CallProgress } from '../../shared/domain/chat'
import type { CallId, ConversationId, AccountId, ServerId } from '../../shared/domain/ids'
import type { CallTask } from '../../shared/domain/task'
import type { AppError } from '../../shared/errors/appError'
import type { JsonObject } from '../../shared/lib/json'
import type { CallTimeout } from './callTimeout'

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

/** A call that is on the wire: its questions stop its clock, and its failure withdraws them. */
export class ActiveCall {
  readonly id: CallId
  readonly conversationId: ConversationId | undefined
  /** Aborts when the call is stopped or runs out of time. */
  readonly signal: AbortSignal
  /** How often a person was asked to sign in for it. */
  signIns = 0
  readonly #clock: CallTimeout
  readonly #onWaiting: (waiting: boolean) => void
  readonly #failed = new AbortController()
  #openQuestions = 0

  constructor(request: Pick<CallRequest, 'callId' | 'conversationId' | 'onWaiting'>, clock: CallTimeout) {
    this.id = request.callId
    this.conversationId = request.conversationId
    this.signal = clock.signal
    this.#clock = clock
    this.#onWaiting = request.onWaiting
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
