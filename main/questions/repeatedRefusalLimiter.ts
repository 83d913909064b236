import type { CallId, ServerId } from '../../shared/domain/ids'
import type { Asker } from '../../shared/domain/question'

const ENOUGH = 2
/** How many calls are cached before a count is looked up again. */
const CALLS_KEPT = 1_000
/** How long refusals outside of calls count for a server. */
const OUTSIDE_MS = 10 * 60_000

export interface RepeatedRefusalLimiterDeps {
  /** The refusals in a call that an earlier run of Parley began. */
  readonly before: (callId: CallId) => number
  readonly now: () => number
}

/**
 * Counts a person's refusals of one kind of question. After two in a call, that call may ask nothing more of the kind. Outside of any call, a
 * server may ask nothing more for ten minutes after the second one.
 */
export class RepeatedRefusalLimiter {
  readonly #deps: RepeatedRefusalLimiterDeps
  readonly #refusals = new Map<CallId, number>()
  readonly #outside = new Map<ServerId, readonly number[]>()

  constructor(deps: RepeatedRefusalLimiterDeps) {
    this.#deps = deps
  }

  /** Counts a refusal. If the call is ambiguous, every possible call counts it. */
  count({ serverId, callIds }: Asker): void {
    for (const id of callIds) this.#refusals.set(id, this.#of(id) + 1)
    if (callIds.length === 0) this.#outside.set(serverId, [...this.#latest(serverId), this.#deps.now()].slice(-ENOUGH))
  }

  /** Whether every possible call has enough refusals, or the server outside of calls. */
  has({ serverId, callIds }: Asker): boolean {
    if (callIds.length === 0) return this.#latest(serverId).length >= ENOUGH
    return callIds.every((id) => this.#of(id) >= ENOUGH)
  }

  #latest(serverId: ServerId): readonly number[] {
    const since = this.#deps.now() - OUTSIDE_MS
    return (this.#outside.get(serverId) ?? []).filter((at) => at > since)
  }

  #of(id: CallId): number {
    const known = this.#refusals.get(id)
    if (known !== undefined) return known
    const before = this.#deps.before(id)
    this.#refusals.set(id, before)
    const oldest = this.#refusals.keys().next()
    if (this.#refusals.size > CALLS_KEPT && !oldest.done) this.#refusals.delete(oldest.value)
    return before
  }
}
