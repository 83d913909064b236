import type { JsonObject } from '../../../shared/lib/json'
import { isObject, mapSchemas } from './mapSchemas'

/**
 * Pure: lists what OpenAI wants listed: the properties of the root, and of each list what is in it. What it refuses at the root is left out
 * there. A schema that lists these stays as it is.
 */
export function listParts(schema: JsonObject): JsonObject {
  const { enum: _enum, not: _not, ...rest } = schema
  const root = 'enum' in schema || 'not' in schema ? rest : schema
  const whole = mapSchemas('properties' in root ? root : { ...root, properties: {} }, withItems)
  return isObject(whole) ? whole : schema
}

function withItems(schema: JsonObject): JsonObject {
  const { type, items } = schema
  const isList = type === 'array' || (Array.isArray(type) && type.includes('array'))
  return isList && (items === undefined || items === true) ? { ...schema, items: {} } : schema
}
