import { isRecord, type JsonObject, type JsonValue } from '../../shared/lib/json'
import { replaceUnsafe } from '../../shared/lib/unsafeCharacters'
import { defuseRemarks } from './remarkText'

/** Each schema is converted only once, even if its tool is offered often. */
const known = new WeakMap<JsonObject, JsonObject>()

/**
 * Returns the schema of a tool for a model: hidden characters in its texts, names and values are replaced by their numbers. A call with
 * such a changed name or value does not match the server's own schema, and is refused before it is sent. What its server says there of the
 * tool does not look like a remark of Parley's; names and values stay as they are.
 */
export function schemaForModel(schema: JsonObject): JsonObject {
  const before = known.get(schema)
  if (before) return before
  const told = visible(schema)
  const result = isObject(told) ? told : {}
  known.set(schema, result)
  return result
}

function visible(value: JsonValue, key?: string): JsonValue {
  if (typeof value === 'string') return isSaid(key) ? defuseRemarks(replaceUnsafe(value)) : replaceUnsafe(value)
  if (Array.isArray(value)) return value.map((one) => visible(one))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [replaceUnsafe(name), visible(inner, name)]))
}

function isSaid(key: string | undefined): boolean {
  return key === 'description' || key === 'title' || key === '$comment'
}

function isObject(value: JsonValue): value is JsonObject {
  return isRecord(value)
}
