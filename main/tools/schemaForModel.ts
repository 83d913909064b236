import { isRecord, type JsonObject, type JsonValue } from '../../shared/lib/json'
import { withoutUnsafe } from '../../shared/lib/unsafeCharacters'

/** A schema is looked at once, however often its tool is offered. */
const known = new WeakMap<JsonObject, JsonObject>()

/**
 * The schema of a tool as a model is told it: what hides in its words, names and values is told by its number. A call that uses such a name or
 * value fits the server's own schema no longer, and is refused before it is sent.
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
  if (typeof value === 'string') return withoutUnsafe(value)
  if (Array.isArray(value)) return value.map(visible)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [withoutUnsafe(key), visible(inner)]))
}

function isObject(value: JsonValue): value is JsonObject {
  return isRecord(value)
}
