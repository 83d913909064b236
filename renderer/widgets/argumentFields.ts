import { numberAsTyped } from '../../shared/i18n/numberAsTyped'
import { readNumber as readTypedNumber } from '../../shared/i18n/readNumber'
import { t, translator } from '../i18n/t'
import { isRecord, type JsonObject, type JsonValue } from '../../shared/lib/json'

/** One argument of a tool as a form field. A value that fits no simple field is `json`. */
export interface ArgumentField {
  readonly key: string
  readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'strings' | 'json'
  readonly required: boolean
  readonly description?: string
  readonly choices?: readonly string[]
  /** The values of the choices, in the same order. */
  readonly values?: readonly JsonValue[]
  /** Whether null is a value. It is what an empty field stands for. */
  readonly nullable?: true
  readonly default?: JsonValue
  /** A description in the current language: "string", "integer, 0 to 4, required". */
  readonly note: string
}

/** The result of reading a field: the value, undefined for an empty field, or the error. */
export type ReadArgument = { readonly ok: true; readonly value: JsonValue | undefined } | { readonly ok: false; readonly error: string }

/**
 * Pure: returns the fields for a tool's input schema, and for arguments that the schema does not name. Never fails, because the schema
 * comes from a stranger.
 */
export function argumentFields(schema: JsonObject, value: JsonObject): readonly ArgumentField[] {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const named = Object.entries(properties).map(([key, property]) =>
    fieldOf(key, isRecord(property) ? property : {}, required.includes(key)),
  )
  const others = Object.keys(value).filter((key) => !Object.hasOwn(properties, key))
  return [...named, ...others.map((key) => fieldOf(key, guessSchema(value[key] ?? null), false))]
}

/** What a schema may hold and still describe an object without members. */
const SAYS_NOTHING_OF_ARGUMENTS = new Set(['type', 'title', 'description', '$schema', '$id', '$comment', 'properties', 'required'])

/**
 * Pure: whether there is an argument that could be given: the call has one, or the schema names one. A schema with a keyword that may
 * let some in, such as `patternProperties` or `$ref`, counts as one that does.
 */
export function mayTakeArguments(schema: JsonObject, value: JsonObject): boolean {
  if (argumentFields(schema, value).length > 0) return true
  return Object.entries(schema).some(
    ([keyword, rule]) => !SAYS_NOTHING_OF_ARGUMENTS.has(keyword) && !(keyword === 'additionalProperties' && rule === false),
  )
}

/** Pure: returns a field that can show this value. A value of another kind than the field's gets a JSON field, so that it is not lost or changed. */
export function fieldFor(field: ArgumentField, value: JsonValue | undefined): ArgumentField {
  return value === undefined || holds(field, value) ? field : { ...field, kind: 'json' }
}

function holds({ kind, choices = [] }: ArgumentField, value: JsonValue): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string'
    case 'number':
    case 'integer':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'choice':
      return typeof value === 'string' && choices.includes(value)
    case 'strings':
      return Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '' && !item.includes('\n'))
    case 'json':
      return true
  }
}

/** Pure: returns a value as the text of its field. */
export function argumentText(field: ArgumentField, value: JsonValue | undefined): string {
  if (value === undefined || (value === null && field.nullable)) return ''
  if (field.kind === 'choice' && isScalar(value)) return String(value)
  if (field.kind === 'text' && typeof value === 'string') return value
  if (field.kind === 'strings' && Array.isArray(value)) return value.join('\n')
  if ((field.kind === 'number' || field.kind === 'integer') && typeof value === 'number') return numberAsTyped(value, translator().locale)
  return JSON.stringify(value, null, field.kind === 'json' ? 2 : 0)
}

/**
 * Pure: returns the value of a field's text. An empty field that is not required has no value. An empty field that may be null is null where
 * no value would mean something else: it is required, or has another default.
 */
export function readArgument(field: ArgumentField, text: string): ReadArgument {
  if (text === '' && field.nullable && (field.required || (field.default ?? null) !== null)) return { ok: true, value: null }
  if (text === '' && field.kind !== 'text')
    return field.required ? { ok: false, error: t('arguments.needsValue') } : { ok: true, value: undefined }
  switch (field.kind) {
    case 'text':
      return { ok: true, value: text === '' && !field.required ? undefined : text }
    case 'choice':
      return { ok: true, value: field.values?.[field.choices?.indexOf(text) ?? -1] ?? text }
    case 'strings':
      return { ok: true, value: text.split('\n').filter((line) => line !== '') }
    case 'number':
    case 'integer':
      return readNumber(text, field.kind === 'integer')
    case 'boolean':
    case 'json':
      return readJson(text)
  }
}

/** Pure: whether a text that is required was left empty. A choice may be the empty one. */
export function isEmptyText({ key, kind, required }: ArgumentField, args: JsonObject): boolean {
  return required && kind === 'text' && (args[key] ?? '') === ''
}

/** Pure: parses arguments from the JSON text of a person or a file. */
export function readArguments(
  text: string,
): { readonly ok: true; readonly value: JsonObject } | { readonly ok: false; readonly error: string } {
  const read = readJson(text)
  if (!read.ok) return read
  return isJsonObject(read.value) ? { ok: true, value: read.value } : { ok: false, error: t('arguments.needsObject') }
}

function fieldOf(key: string, written: Property, required: boolean): ArgumentField {
  const { property, nullable } = withoutNull(written)
  const values = choicesOf(property)
  const choices = values?.map(String)
  const kind = choices ? 'choice' : kindOf(property)
  const type = nullable ? t('arguments.nullable', { type: noteOf(kind, property) }) : noteOf(kind, property)
  const { description } = property
  return {
    key,
    kind,
    required,
    ...(typeof description === 'string' && { description }),
    ...(choices && { choices }),
    ...(values && { values }),
    ...(nullable && { nullable }),
    ...(isJsonValue(property['default']) && { default: property['default'] }),
    note: required ? t('arguments.required', { type }) : type,
  }
}

type Property = Readonly<Record<string, unknown>>

/** The one branch of a schema that is not null, with what stands beside the branches: `anyOf: [T, null]`, `type: [T, null]`, `enum: [a, null]`. */
function withoutNull(property: Property): { readonly property: Property; readonly nullable?: true } {
  const { type, enum: choices, anyOf, oneOf, ...beside } = property
  const branches: readonly unknown[] | undefined = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined
  const others = branches?.filter((branch) => !(isRecord(branch) && branch['type'] === 'null'))
  const [only, another] = others ?? []
  if (branches && others && others.length < branches.length && isRecord(only) && another === undefined) {
    return { property: { ...withoutNull(only).property, ...beside }, nullable: true }
  }
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : undefined
  const hasNull = (types && types.length < (Array.isArray(type) ? type.length : 0)) || (Array.isArray(choices) && choices.includes(null))
  if (!hasNull || (types && types.length !== 1)) return { property }
  const plain = { ...property, ...(types && { type: types[0] }) }
  return { property: Array.isArray(choices) ? { ...plain, enum: choices.filter((one) => one !== null) } : plain, nullable: true }
}

/** The choices of an enumeration, when each can be told from the others by its text. */
function choicesOf({ enum: choices }: Property): readonly JsonScalar[] | undefined {
  if (!Array.isArray(choices)) return undefined
  const scalars = choices.filter((choice: unknown) => isScalar(choice))
  return scalars.length === choices.length && new Set(scalars.map(String)).size === scalars.length ? scalars : undefined
}

type JsonScalar = string | number | boolean

function isScalar(value: unknown): value is JsonScalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function kindOf(property: Readonly<Record<string, unknown>>): ArgumentField['kind'] {
  const { type, items } = property
  if (type === 'string') return 'text'
  if (type === 'number' || type === 'integer' || type === 'boolean') return type
  if (type === 'array' && isRecord(items) && items['type'] === 'string') return 'strings'
  return 'json'
}

function noteOf(kind: ArgumentField['kind'], property: Readonly<Record<string, unknown>>): string {
  const { minimum, maximum, type } = property
  if (kind === 'json') return typeof type === 'string' ? type : t('arguments.type.json')
  const name = t(`arguments.type.${kind}`)
  if (kind !== 'number' && kind !== 'integer') return name
  if (typeof minimum === 'number' && typeof maximum === 'number') {
    return t('arguments.range', { type: name, minimum: String(minimum), maximum: String(maximum) })
  }
  if (typeof minimum === 'number') return t('arguments.atLeast', { type: name, minimum: String(minimum) })
  return typeof maximum === 'number' ? t('arguments.atMost', { type: name, maximum: String(maximum) }) : name
}

function guessSchema(value: JsonValue): Readonly<Record<string, unknown>> {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? { type: typeof value } : {}
}

function readNumber(text: string, whole: boolean): ReadArgument {
  const value = readTypedNumber(text, translator().locale)
  if (value === undefined) return { ok: false, error: t('arguments.needsNumber') }
  return whole && !Number.isInteger(value) ? { ok: false, error: t('arguments.needsWhole') } : { ok: true, value }
}

function readJson(text: string): { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly error: string } {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonValue(value) ? { ok: true, value } : { ok: false, error: t('arguments.needsJson') }
  } catch (thrown) {
    return { ok: false, error: t('arguments.notJson', { said: thrown instanceof Error ? thrown.message : String(thrown) }) }
  }
}

function isJsonObject(value: JsonValue): value is JsonObject {
  return isRecord(value)
}

function isJsonValue(value: unknown): value is JsonValue {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol' && typeof value !== 'bigint'
}
