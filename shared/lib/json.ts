export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue
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
