import { t } from '../i18n/t'
import { isRecord, type JsonObject, type JsonValue } from '../../shared/lib/json'

/** One argument of a tool as a form field. A value that fits no simple field is `json`. */
export interface ArgumentField {
  readonly key: string
  readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'strings' | 'json'
  readonly required: boolean
  readonly description?: string
  readonly choices?: readonly string[]
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

/** Pure: returns a value as the text of its field. */
export function argumentText(field: ArgumentField, value: JsonValue | undefined): string {
  if (value === undefined) return ''
  if ((field.kind === 'text' || field.kind === 'choice') && typeof value === 'string') return value
  if (field.kind === 'strings' && Array.isArray(value)) return value.join('\n')
  return JSON.stringify(value, null, field.kind === 'json' ? 2 : 0)
}

/** Pure: returns the value of a field's text. An empty field that is not required has no value. */
export function readArgument(field: ArgumentField, text: string): ReadArgument {
  if (text === '' && field.kind !== 'text')
    return field.required ? { ok: false, error: t('arguments.needsValue') } : { ok: true, value: undefined }
  switch (field.kind) {
    case 'text':
      return { ok: true, value: text === '' && !field.required ? undefined : text }
    case 'choice':
      return { ok: true, value: text }
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

/** Pure: parses arguments from the JSON text of a person or a file. */
export function readArguments(
  text: string,
): { readonly ok: true; readonly value: JsonObject } | { readonly ok: false; readonly error: string } {
  const read = readJson(text)
  if (!read.ok) return read
  return isJsonObject(read.value) ? { ok: true, value: read.value } : { ok: false, error: t('arguments.needsObject') }
}

function fieldOf(key: string, property: Readonly<Record<string, unknown>>, required: boolean): ArgumentField {
  const choices =
    Array.isArray(property['enum']) && property['enum'].every((choice) => typeof choice === 'string') ? property['enum'] : undefined
  const kind = choices ? 'choice' : kindOf(property)
  const { description } = property
  return {
    key,
    kind,
    required,
    ...(typeof description === 'string' && { description }),
    ...(choices && { choices }),
    ...(isJsonValue(property['default']) && { default: property['default'] }),
    note: required ? t('arguments.required', { type: noteOf(kind, property) }) : noteOf(kind, property),
  }
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
  const value = Number(text.trim())
  if (text.trim() === '' || !Number.isFinite(value)) return { ok: false, error: t('arguments.needsNumber') }
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
