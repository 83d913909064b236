import { AppError } from '../../shared/errors/appError'
import type { JsonObject, JsonValue } from '../../shared/lib/json'

/**
 * The one copy of a call's arguments that is shown, decided about and sent: as JSON carries them, and frozen, so that nothing changes between
 * the three. @throws {AppError} INVALID_ARGUMENTS for a number that JSON cannot carry.
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

/** Not by calling itself: how deep arguments go is the model's choice. */
function* everything(root: JsonValue): Generator<JsonValue> {
  const open = [root]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next
    if (typeof next !== 'object' || next === null) continue
    for (const value of Object.values<JsonValue>(next)) open.push(value)
  }
}
