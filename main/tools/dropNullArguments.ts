import { isRecord, type JsonObject } from '../../shared/lib/json'

/**
 * Pure: returns the arguments without optional ones that are null. Models write null for an argument that they leave out, and the protocol
 * treats both alike (2026-07-28, Streamable HTTP: a null argument has no header).
 */
export function dropNullArguments(schema: JsonObject, args: JsonObject): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.fromEntries(
    Object.entries(args).flatMap(([key, value]) => {
      const described = Object.hasOwn(properties, key) ? properties[key] : undefined
      if (!isObject(described)) return [[key, value]]
      if (value === null && !required.includes(key)) return []
      return [[key, isObject(value) ? dropNullArguments(described, value) : value]]
    }),
  )
}

function isObject(value: unknown): value is JsonObject {
  return isRecord(value)
}
