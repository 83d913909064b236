import * as z from 'zod'

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/**
 * Any JSON value. Used for arguments from a person, a model or a server. The output is the input itself: Zod's own copies of objects drop a
 * field that is called `__proto__`.
 */
export const JsonValue: z.ZodType<JsonValue> = z.custom<JsonValue>(isJson, 'Invalid input: expected JSON')
export const JsonObject: z.ZodType<JsonObject> = z.custom<JsonObject>(
  (value) => isRecord(value) && isJson(value),
  'Invalid input: expected a JSON object',
)

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

/** Parses JSON that may be none. Undefined for such a text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

/** Narrows unknown data to an object with string keys. Arrays and null do not count as objects. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Narrows a result of `JSON.parse`. It is JSON already, so this only checks that it is not undefined. */
export function isParsedJson(value: unknown): value is JsonValue {
  return value !== undefined
}

/** Narrows a result of `JSON.parse` to an object. */
export function isParsedObject(value: unknown): value is JsonObject {
  return isRecord(value)
}

/** Returns JSON text with sorted keys, so that equal values have equal text (similar to RFC 8785). */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value)) ?? 'null'
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isRecord(value)) return value
  const keys = Object.keys(value).toSorted()
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key])]))
}
