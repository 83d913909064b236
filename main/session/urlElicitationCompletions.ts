import type { AppError } from '../../shared/errors/appError'
import { untilAborted } from '../lib/untilAborted'

/** A server may call any number of pages done that nobody asked about. */
const KEPT = 1_000

/** Which pages a server has called done: in the 2025 era it says so by `notifications/elicitation/complete`, before or after somebody waits. */
export class UrlElicitationCompletions {
  readonly #visits = new Map<string, PromiseWithResolvers<void>>()
  readonly #over = new AbortController()

  complete(elicitationId: string): void {
    this.#visit(elicitationId).resolve()
  }

  /** The connection has ended: nobody says any more that a page is done. */
  end(reason: AppError): void {
    this.#over.abort(reason)
  }

  /** @throws {AppError} the reason of the end of the connection, or the signal's, when it comes first. */
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
