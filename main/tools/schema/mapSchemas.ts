import { isRecord, type JsonObject, type JsonValue } from '../../../shared/lib/json'

const ONE = [
  'items',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'propertyNames',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
]
const LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const BY_NAME = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']

/** Where JSON Schema 2020-12 has schemas within a schema. What stands elsewhere is a value, whatever it looks like. */
export const schemaKeywords = { one: new Set(ONE), list: new Set(LIST), byName: new Set(BY_NAME) } as const

/** Pure: returns a schema in which each schema is changed, the outer ones first. The order of keywords stays. */
export function mapSchemas(value: JsonValue, change: (schema: JsonObject) => JsonObject): JsonValue {
  if (!isObject(value)) return value
  const inside = (one: JsonValue): JsonValue => mapSchemas(one, change)
  const entries = Object.entries(change(value)).map(([name, inner]): [string, JsonValue] => {
    if (schemaKeywords.one.has(name)) return [name, inside(inner)]
    if (schemaKeywords.list.has(name) && Array.isArray(inner)) return [name, inner.map(inside)]
    if (!schemaKeywords.byName.has(name) || !isObject(inner)) return [name, inner]
    return [name, Object.fromEntries(Object.entries(inner).map(([key, one]) => [key, inside(one)]))]
  })
  return Object.fromEntries(entries)
}

/** Narrows JSON to an object. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return isRecord(value)
}
