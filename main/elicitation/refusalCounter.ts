import type { CallId } from '../../shared/domain/ids'
import type { Asker } from '../../shared/domain/question'

const ENOUGH = 2
/** Of how many calls it is remembered without looking it up. */
const CALLS_KEPT = 1_000

/** Counts how often a person refused what servers asked in each call: after two refusals the rest of that call is not asked. */
export class RefusalCounter {
  readonly #refusals = new Map<CallId, number>()
  readonly #before: (callId: CallId) => number

  /** @param before how often they did so in a call that an earlier run of Parley began. */
  constructor(before: (callId: CallId) => number) {
    this.#before = before
  }

  /** A person declined or cancelled. Where the call cannot be told apart, it counts for each that it may be. */
  count({ callIds }: Asker): void {
    for (const id of callIds) this.#refusals.set(id, this.#of(id) + 1)
  }

  /** Whether it was refused often enough in whichever call it is. Out of any call there is nothing to count. */
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
