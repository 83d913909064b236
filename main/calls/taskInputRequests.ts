import type { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { ActiveCall } from './activeCall'
import { answerInputRequest, tooManyQuestions } from './inputRequests'
import type { ClientFeatures } from '../session/clientFeatures'

type Raw = Readonly<Record<string, unknown>>

export interface TaskInputRequestsDeps {
  readonly serverId: ServerId
  readonly call: ActiveCall
  readonly requests: ClientFeatures
  /** Keys that were answered before, in this or an earlier run of Parley. */
  readonly answered: readonly string[]
  /** Called when every open question has an answer. */
  readonly onReady: () => void
  /** Called when an answer is no or a question is invalid. The call cannot continue. */
  readonly onFailure: (error: AppError) => void
}

/**
 * The questions of a call's task to a person, in the 2026 era. Each key is asked once, and withdrawn when the server no longer asks for it
 * (tasks extension, task update requests).
 */
export class TaskInputRequests {
  readonly #deps: TaskInputRequestsDeps
  readonly #answered: Set<string>
  readonly #open = new Map<string, AbortController>()
  readonly #ready = new Map<string, unknown>()

  constructor(deps: TaskInputRequestsDeps) {
    this.#deps = deps
    this.#answered = new Set(deps.answered)
  }

  /** Opens new questions and withdraws those that the server no longer asks. */
  sync(inputRequests: Raw): void {
    const flood = tooManyQuestions(this.#deps.serverId, inputRequests)
    if (flood) return this.#deps.onFailure(flood)
    for (const [key, question] of this.#open) {
      if (Object.hasOwn(inputRequests, key)) continue
      this.#open.delete(key)
      question.abort(new AppError('QUESTION_ENDED', { reason: 'calls.questionWithdrawn', params: { server: this.#deps.serverId } }))
    }
    for (const key of this.#ready.keys()) if (!Object.hasOwn(inputRequests, key)) this.#ready.delete(key)
    for (const [key, request] of Object.entries(inputRequests)) {
      if (this.#answered.has(key) || this.#open.has(key) || this.#ready.has(key)) continue
      void this.#ask(key, request)
    }
  }

  /** Returns the answers for the server when no question is open, or undefined if there are none. */
  answers(): Raw | undefined {
    return this.#open.size === 0 && this.#ready.size > 0 ? Object.fromEntries(this.#ready) : undefined
  }

  /** Marks these answers as received by the server. */
  delivered(keys: readonly string[]): void {
    for (const key of keys) {
      this.#ready.delete(key)
      this.#answered.add(key)
    }
  }

  async #ask(key: string, request: unknown): Promise<void> {
    const question = new AbortController()
    this.#open.set(key, question)
    const { call, onReady, onFailure } = this.#deps
    try {
      const answer = await answerInputRequest(this.#deps, request, AbortSignal.any([call.questionsEnd(), question.signal]))
      if (question.signal.aborted) return
      this.#open.delete(key)
      this.#ready.set(key, answer)
      if (this.#open.size === 0) onReady()
    } catch (thrown) {
      if (!question.signal.aborted) onFailure(AppError.from(thrown))
    }
  }
}
