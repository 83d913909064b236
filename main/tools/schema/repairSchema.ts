import type { JsonObject, JsonValue } from '../../../shared/lib/json'
import { isObject, mapSchemas, schemaKeywords } from './mapSchemas'

type Repair = (value: JsonValue) => JsonValue | undefined

const TYPES: readonly JsonValue[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']
const BEFORE_DRAFT_6 = /json-schema\.org\/(?:schema|draft-0[34]\/schema)\b/

const number: Repair = (value) => (typeof value === 'number' ? value : undefined)
const count: Repair = (value) => (typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined)
const text: Repair = (value) => (typeof value === 'string' ? value : undefined)
const flag: Repair = (value) => (typeof value === 'boolean' ? value : undefined)
const list: Repair = (value) => (Array.isArray(value) ? value : undefined)
const names: Repair = (value) => (Array.isArray(value) ? [...new Set(value.filter((name) => typeof name === 'string'))] : undefined)
const isSchema = (value: JsonValue): boolean => isObject(value) || typeof value === 'boolean'

/** What the values of other keywords have to be. Source: JSON Schema 2020-12, the meta-schemas of its vocabularies. */
const repairs: ReadonlyMap<string, Repair> = new Map(
  Object.entries<Repair>({
    $schema: text,
    $ref: text,
    $comment: text,
    title: text,
    description: text,
    format: text,
    pattern: text,
    type: typeOf,
    enum: list,
    examples: list,
    required: names,
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    multipleOf: (value) => (typeof value === 'number' && value > 0 ? value : undefined),
    minLength: count,
    maxLength: count,
    minItems: count,
    maxItems: count,
    minContains: count,
    maxContains: count,
    minProperties: count,
    maxProperties: count,
    uniqueItems: flag,
    deprecated: flag,
    readOnly: flag,
    writeOnly: flag,
  }),
)

/**
 * Pure: returns a schema as JSON Schema 2020-12 takes it. What an earlier draft said in another form is turned around, and a keyword with a
 * value that it cannot have is left out: with one of these, a provider refuses every request that lists the tool. A schema of 2020-12 stays as
 * it is, in the order of its keywords. Unknown keywords stay.
 */
export function repairSchema(schema: JsonValue): JsonValue {
  return mapSchemas(schema, (one) =>
    Object.fromEntries(
      Object.entries(turnedAround(one)).flatMap(([name, value]): readonly [string, JsonValue][] => {
        const repaired = repair(name, value)
        return repaired === undefined ? [] : [[name, repaired]]
      }),
    ),
  )
}

/** Pure: returns a schema in which what an earlier draft said in another form is turned around, and nothing is left out. */
export function presentDraft(schema: JsonObject): JsonObject {
  const turned = mapSchemas(schema, turnedAround)
  return isObject(turned) ? turned : schema
}

function repair(name: string, value: JsonValue): JsonValue | undefined {
  if (schemaKeywords.one.has(name)) return isSchema(value) ? value : undefined
  if (schemaKeywords.list.has(name)) return Array.isArray(value) && value.length > 0 ? value.map(orAnything) : undefined
  if (!schemaKeywords.byName.has(name)) return (repairs.get(name) ?? ((known) => known))(value)
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, orAnything(one)])) : undefined
}

function orAnything(value: JsonValue): JsonValue {
  return isSchema(value) ? value : {}
}

function turnedAround(schema: JsonObject): JsonObject {
  const { items, additionalItems } = schema
  const changes: Record<string, JsonValue | undefined> = {
    ...(Array.isArray(items) && { prefixItems: items, items: additionalItems, additionalItems: undefined }),
    ...(typeof schema['$schema'] === 'string' && BEFORE_DRAFT_6.test(schema['$schema']) && { $schema: undefined }),
    ...(typeof schema['required'] === 'boolean' && { required: undefined }),
    ...bound(schema, 'minimum', 'exclusiveMinimum'),
    ...bound(schema, 'maximum', 'exclusiveMaximum'),
    ...requiredInside(schema),
  }
  if (Object.keys(changes).length === 0) return schema
  return Object.fromEntries(
    Object.entries({ ...schema, ...changes }).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  )
}

/** Draft 04 says with `true` that the bound itself is excluded. */
function bound(schema: JsonObject, name: string, exclusive: string): Record<string, JsonValue | undefined> | undefined {
  if (typeof schema[exclusive] !== 'boolean') return undefined
  const excluded = schema[exclusive] && typeof schema[name] === 'number'
  return excluded ? { [name]: undefined, [exclusive]: schema[name] } : { [exclusive]: undefined }
}

/** Draft 03 says at a property itself that it is required, and so do many who mean later drafts. */
function requiredInside({ properties, required }: JsonObject): { readonly required: JsonValue } | undefined {
  if (!isObject(properties)) return undefined
  const inside = Object.entries(properties).flatMap(([name, one]) => (isObject(one) && one['required'] === true ? [name] : []))
  return inside.length === 0 ? undefined : { required: [...(Array.isArray(required) ? required : []), ...inside] }
}

function typeOf(value: JsonValue): JsonValue | undefined {
  if (!Array.isArray(value)) return TYPES.includes(value) ? value : undefined
  const known = [...new Set(value.filter((one) => TYPES.includes(one)))]
  return known.length > 0 ? known : undefined
}
