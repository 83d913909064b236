import type { CallId } from '../../shared/domain/ids'
import type { Asker } from '../../shared/domain/question'

const ENOUGH = 2
/** How many calls are cached before a count is looked up again. */
const CALLS_KEPT = 1_000

/** Counts a person's refusals for each call. After two refusals, that call may ask nothing more. */
export class RefusalCounter {
  readonly #refusals = new Map<CallId, number>()
  readonly #before: (callId: CallId) => number

  /** @param before the refusals in a call that an earlier run of Parley began */
  constructor(before: (callId: CallId) => number) {
    this.#before = before
  }

  /** Counts a refusal. If the call is ambiguous, every possible call counts it. */
  count({ callIds }: Asker): void {
    for (const id of callIds) this.#refusals.set(id, this.#of(id) + 1)
  }

  /** Whether every possible call has enough refusals. Without a call, there is nothing to count. */
  has({ callIds }: Asker): boolean {
    return callIds.length > 0 && callIds.every((id) => this.#of(id) >= ENOUGH)
  }

  #of(id: CallId): number {
    const known = this.#refusals.get(id)
    if (known !== undefined) return known
    const before = this.#before(id)
    this.#refusals.set(id, before)
    const oldest = this.#refusals.keys().next()
    if (this.#refusals.size > CALLS_KEPT && !oldest.done) this.#refusals.delete(oldest.value)
    return before
  }
}
