import { isRecord, type JsonObject, type JsonValue } from '../../shared/lib/json'
import { replaceUnsafe } from '../../shared/lib/unsafeCharacters'

/** Each schema is converted only once, even if its tool is offered often. */
const known = new WeakMap<JsonObject, JsonObject>()

/**
 * Returns the schema of a tool for a model: hidden characters in its texts, names and values are replaced by their numbers. A call with
 * such a changed name or value does not match the server's own schema, and is refused before it is sent.
 */
export function schemaForModel(schema: JsonObject): JsonObject {
  const before = known.get(schema)
  if (before) return before
  const told = visible(schema)
  const result = isObject(told) ? told : {}
  known.set(schema, result)
  return result
}

function visible(value: JsonValue): JsonValue {
  if (typeof value === 'string') return replaceUnsafe(value)
  if (Array.isArray(value)) return value.map(visible)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [replaceUnsafe(key), visible(inner)]))
}

function isObject(value: JsonValue): value is JsonObject {
  return isRecord(value)
}
