import type { Call } from '../../../../shared/domain/chat'
import type { JsonObject } from '../../../../shared/lib/json'

const running: ReadonlySet<Call['state']> = new Set(['running', 'waitingAnswer', 'done'])

/** Pure: the arguments that a call runs or ran with. Undefined for a call that nobody has let run. */
export function inputOf({ state, result, approved, asked }: Call): JsonObject | undefined {
  return running.has(state) || result ? (approved ?? asked) : undefined
}
