import * as z from 'zod'
import { isRecord, type JsonObject as ObjectType, type JsonValue as ValueType } from './json'

/**
 * Any JSON value. Used for arguments from a person, a model or a server. The output is the input itself: Zod's own copies of objects drop a
 * field that is called `__proto__`.
 */
export const JsonValue: z.ZodType<ValueType> = z.custom<ValueType>(isJson, 'Invalid input: expected JSON')
export type JsonValue = ValueType

export const JsonObject: z.ZodType<ObjectType> = z.custom<ObjectType>(
  (value) => isRecord(value) && isJson(value),
  'Invalid input: expected a JSON object',
)
export type JsonObject = ObjectType

/** Not recursive, because an outside party decides how deep the value is. */
function isJson(value: unknown): boolean {
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'object' && next !== null) for (const item of Object.values(next)) open.push(item)
    else if (next !== null && typeof next !== 'string' && typeof next !== 'boolean' && !Number.isFinite(next)) return false
  }
  return true
}
