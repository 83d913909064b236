import type { AppError } from '../../shared/errors/appError'
import { untilAborted } from '../lib/untilAborted'

/** Limit for pages that a server reports as done without being asked. */
const KEPT = 1_000

/**
 * Remembers which pages a server has reported as done. A 2025 server sends `notifications/elicitation/complete`, before or after a call
 * waits for it.
 */
export class UrlElicitationCompletions {
  readonly #visits = new Map<string, PromiseWithResolvers<void>>()
  readonly #over = new AbortController()

  complete(elicitationId: string): void {
    this.#visit(elicitationId).resolve()
  }

  /** Ends all waits, because the session has ended. */
  end(reason: AppError): void {
    this.#over.abort(reason)
  }

  /** Waits until a page is done. @throws {AppError} the reason of the session's end or of the signal, when that comes first. */
  wait(elicitationId: string, signal: AbortSignal): Promise<void> {
    return untilAborted(this.#visit(elicitationId).promise, AbortSignal.any([signal, this.#over.signal]))
  }

  #visit(elicitationId: string): PromiseWithResolvers<void> {
    const known = this.#visits.get(elicitationId)
    if (known) return known
    const visit = Promise.withResolvers<void>()
    this.#visits.set(elicitationId, visit)
    const oldest = this.#visits.keys().next()
    if (this.#visits.size > KEPT && !oldest.done) this.#visits.delete(oldest.value)
    return visit
  }
}
