import type { JsonObject, JsonValue } from '../../shared/lib/json'
import { replaceUnsafe } from '../../shared/lib/unsafeCharacters'
import { truncateBytes } from '../lib/truncateBytes'
import { defuseRemarks } from './remarkText'
import { flattenRoot, isCombined } from './schema/flattenRoot'
import { listParts } from './schema/listParts'
import { isObject } from './schema/mapSchemas'
import { originalNames, plainNames } from './schema/plainNames'
import { repairSchema } from './schema/repairSchema'
import { NO_RULES, type SchemaRules } from './schema/schemaRules'

export interface SchemaForModel {
  readonly schema: JsonObject
  /** What the server's schema says of the arguments as a whole beside that, as JSON. It may be cut. */
  readonly combined?: string
  /** Arguments with other names than at their server, and what they are called there. */
  readonly original: ReadonlyMap<string, string>
}

interface ForEveryModel extends Pick<SchemaForModel, 'schema' | 'combined'> {
  readonly byRules: Map<string, SchemaForModel | undefined>
}

/** Of what has no place in a schema, a description gets so much. */
const COMBINED_BYTES = 2_000

/** Each schema is converted only once, even if its tool is offered often. Null where it cannot be. */
const known = new WeakMap<JsonObject, ForEveryModel | null>()

/**
 * Returns the schema of a tool for a model, in a form that its endpoint takes: an endpoint refuses every request that lists a tool with another
 * one. What endpoints take as it is stays as it is, so that their prompt caches hold. A call is checked against the server's own schema. Hidden
 * characters in its texts, names and values are replaced by their numbers. A call with such a changed name or value does not match the
 * server's own schema, and is refused before it is sent. What its server says there of the tool does not look like a remark of
 * Parley's; names and values stay as they are.
 * @returns undefined for a schema that no model can be told: no form of it is an object, it refers to what is not in it, or it is too much
 */
export function schemaForModel(schema: JsonObject, rules: SchemaRules = NO_RULES): SchemaForModel | undefined {
  const every = forEveryModel(schema)
  if (!every) return undefined
  const key = `${rules.plainNames} ${rules.listed}`
  if (every.byRules.has(key)) return every.byRules.get(key)
  const result = orNone(() => byRules(every, rules))
  every.byRules.set(key, result)
  return result
}

function byRules({ schema, combined }: ForEveryModel, rules: SchemaRules): SchemaForModel {
  const listed = rules.listed ? listParts(schema) : schema
  const named = rules.plainNames ? plainNames(listed) : { schema: listed, original: new Map<string, string>() }
  return { ...(combined !== undefined && { combined }), ...named }
}

/** Whatever a schema does to those who convert it, it is the loss of its own tool only: the others go with the same request. */
function orNone<T>(convert: () => T): T | undefined {
  try {
    return convert()
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined
    throw thrown
  }
}

/** Returns the arguments of a model's call under the names that their server knows. Names that no endpoint refuses are those. */
export function argumentsForServer(schema: JsonObject, args: JsonObject): JsonObject {
  const told = schemaForModel(schema, { ...NO_RULES, plainNames: true })
  return told ? originalNames(args, told.original) : args
}

function forEveryModel(schema: JsonObject): ForEveryModel | null {
  const before = known.get(schema)
  if (before !== undefined) return before
  const result = orNone(() => {
    const told = repairSchema(visible(schema))
    return isObject(told) ? atOnce(told) : null
  })
  known.set(schema, result ?? null)
  return result ?? null
}

function atOnce(schema: JsonObject): ForEveryModel | null {
  const byRules: ForEveryModel['byRules'] = new Map()
  if (!isCombined(schema)) return { schema: schema['type'] === 'object' ? schema : { ...schema, type: 'object' }, byRules }
  const flat = flattenRoot(schema)
  if (!flat) return null
  const combined = defuseRemarks(truncateBytes(JSON.stringify(flat.combined), COMBINED_BYTES))
  return { schema: flat.schema, combined, byRules }
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
