import { AppError } from '../../shared/errors/appError'
import type { JsonObject, JsonValue } from '../../shared/lib/json'

/**
 * The one copy of a call's arguments that is shown, decided about and sent. It is normalised as JSON and frozen, so that nothing changes in
 * between.
 * @throws {AppError} INVALID_ARGUMENTS for a number that JSON cannot represent
 */
export function freezeArguments(args: JsonObject): JsonObject {
  refuseOddNumbers(args)
  const copy: JsonObject = JSON.parse(JSON.stringify(args))
  freeze(copy)
  return copy
}

function refuseOddNumbers(args: JsonObject): void {
  for (const value of everything(args)) {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new AppError('INVALID_ARGUMENTS', { reason: 'approvals.numberTooLarge' })
    }
  }
}

function freeze(args: JsonObject): void {
  for (const value of everything(args)) if (typeof value === 'object') Object.freeze(value)
}

/** Without recursion, because the model controls the depth. */
function* everything(root: JsonValue): Generator<JsonValue> {
  const open = [root]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next
    if (typeof next !== 'object' || next === null) continue
    for (const value of Object.values<JsonValue>(next)) open.push(value)
  }
}
