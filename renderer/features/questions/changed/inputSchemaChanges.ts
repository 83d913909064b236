import type { PinnedTool } from '../../../../shared/domain/definitionChange'
import { canonicalJson, isRecord, type JsonObject, type JsonValue } from '../../../../shared/lib/json'
import type { Message } from '../../../../shared/i18n/message'
import { translator } from '../../../i18n/t'

export interface ArgumentChange {
  readonly name: string
  /** "string, optional", or "string, required (was optional)" after a change. */
  readonly type: Message
  /** The schema's text for the argument before and after. Undefined when the argument did not exist or no longer exists. */
  readonly before?: string
  readonly after?: string
}

export interface InputSchemaChanges {
  readonly added: readonly ArgumentChange[]
  readonly removed: readonly ArgumentChange[]
  readonly changed: readonly ArgumentChange[]
  readonly unchanged: readonly string[]
  /** The other parts of the schema before and after, if they differ. */
  readonly rest?: { readonly before: string; readonly after: string }
}

/** Compares a tool's arguments before and after. The order of keys does not matter. */
export function inputSchemaChanges({ inputSchema: before }: PinnedTool, { inputSchema: after }: PinnedTool): InputSchemaChanges {
  const [old, now] = [propertiesOf(before), propertiesOf(after)]
  const describe = (name: string, schema: JsonObject): Message => describeType(propertiesOf(schema).get(name), isRequired(schema, name))
  const names = [...new Set([...old.keys(), ...now.keys()])]
  const changes = names.map((name): ArgumentChange & { readonly same: boolean } => {
    const [was, is] = [old.get(name), now.get(name)]
    const type = describe(name, is === undefined ? before : after)
    const wasType = describe(name, before)
    const isSameType = canonicalJson(type) === canonicalJson(wasType)
    return {
      name,
      type: was !== undefined && is !== undefined && !isSameType ? { id: 'definitions.type.was', params: { type, was: wasType } } : type,
      same: canonicalJson(was) === canonicalJson(is) && isSameType,
      ...(was !== undefined && { before: beyondType(was) }),
      ...(is !== undefined && { after: beyondType(is) }),
    }
  })
  const [restBefore, restAfter] = [restOf(before), restOf(after)]
  return {
    added: changes.filter((change) => change.before === undefined),
    removed: changes.filter((change) => change.after === undefined),
    changed: changes.filter((change) => change.before !== undefined && change.after !== undefined && !change.same),
    unchanged: changes.filter(({ same }) => same).map(({ name }) => name),
    ...(canonicalJson(restBefore) !== canonicalJson(restAfter) && { rest: { before: pretty(restBefore), after: pretty(restAfter) } }),
  }
}

/** Pure: formats JSON with sorted keys, so that only real differences show. */
export function pretty(value: JsonValue): string {
  return JSON.stringify(JSON.parse(canonicalJson(value)), null, 2)
}

function propertiesOf({ properties }: JsonObject): ReadonlyMap<string, JsonValue> {
  return new Map(isObject(properties) ? Object.entries(properties) : [])
}

function isRequired({ required }: JsonObject, name: string): boolean {
  return Array.isArray(required) && required.includes(name)
}

/** Returns a schema without its arguments and their `required` entries, which appear with each argument. */
function restOf(schema: JsonObject): JsonObject {
  const { properties: _properties, required, ...rest } = schema
  const known = propertiesOf(schema)
  const unknown = Array.isArray(required) ? required.filter((name) => typeof name !== 'string' || !known.has(name)) : []
  return { ...rest, ...(unknown.length > 0 && { required: unknown }) }
}

/** Returns the parts of a schema other than the type, which is shown separately. Empty when there are none. */
function beyondType(schema: JsonValue): string {
  if (!isObject(schema)) return pretty(schema)
  const { type, ...rest } = schema
  const isTold = type === undefined || typeof type === 'string' || Array.isArray(type)
  const left = isTold ? rest : schema
  return Object.keys(left).length === 0 ? '' : pretty(left)
}

function describeType(schema: JsonValue | undefined, required: boolean): Message {
  const type = isObject(schema) ? schema['type'] : undefined
  return { id: required ? 'definitions.type.required' : 'definitions.type.optional', params: { type: typeOf(type) } }
}

/** Keeps the names of JSON Schema types: "string or null". */
function typeOf(type: JsonValue | undefined): string | Message {
  if (Array.isArray(type)) {
    return translator().list(
      type.filter((one) => typeof one === 'string'),
      'disjunction',
    )
  }
  return typeof type === 'string' ? type : { id: 'definitions.type.anything' }
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return isRecord(value)
}
