import type { FormChoice, FormField } from '../domain/formField'
import { AppError } from '../errors/appError'
import { isRecord } from '../lib/json'
import type { Message } from '../i18n/message'

/** The largest form that Parley shows. A person answers it, so a larger form is an attack or a mistake. */
export const formBudget = { fields: 100, choicesPerField: 1_000, titleCharacters: 1_000, descriptionCharacters: 8_000 } as const

type JsonRecord = Readonly<Record<string, unknown>>

/** The properties that all kinds of fields have. */
interface Base {
  readonly key: string
  readonly title?: string
  readonly description?: string
  readonly required: boolean
}

const formats = ['email', 'uri', 'date', 'date-time'] as const

/**
 * Pure: reads the `requestedSchema` of an elicitation into form fields, in the schema's own order. Reads the primitive schemas of
 * 2025-06-18, 2025-11-25 and 2026-07-28. A field that Parley cannot show becomes 'unsupported', with the reason. Ignores `pattern`: no
 * version's schema has it, and Parley never runs a server's regular expression.
 * @throws {AppError} INVALID_INPUT when it is not the schema of a form, or the form has too many fields.
 */
export function parseRequestedSchema(requestedSchema: unknown): readonly FormField[] {
  if (!isRecord(requestedSchema)) throw new AppError('INVALID_INPUT', { reason: 'elicitation.noSchema' })
  const { type, properties = {}, required } = requestedSchema
  if ((type !== undefined && type !== 'object') || !isRecord(properties)) {
    throw new AppError('INVALID_INPUT', { reason: 'elicitation.noObject' })
  }
  const requiredKeys = new Set(strings(required) ?? [])
  const described = Object.entries(properties)
  if (described.length > formBudget.fields || requiredKeys.size > formBudget.fields) {
    throw new AppError('INVALID_INPUT', {
      reason: 'elicitation.tooManyFields',
      params: { count: described.length, most: formBudget.fields },
    })
  }
  const known = new Set(described.map(([key]) => key))
  const undescribed = [...requiredKeys].filter((key) => !known.has(key))
  return [
    ...described.map(([key, schema]) => readField(key, schema, requiredKeys.has(key))),
    ...undescribed.map((key) => unsupported({ key, required: true }, { id: 'fields.undescribed' })),
  ]
}

function readField(key: string, schema: unknown, required: boolean): FormField {
  if (!isRecord(schema)) return unsupported({ key, required }, { id: 'fields.unknown' })
  const base = readBase(key, schema, required)
  const choices = readChoices(schema)
  if (choices !== undefined && (schema['type'] === 'string' || schema['type'] === undefined)) return choiceField(base, schema, choices)
  switch (schema['type']) {
    case 'string':
      return stringField(base, schema)
    case 'number':
    case 'integer':
      return numberField(base, schema)
    case 'boolean':
      return { ...base, kind: 'boolean', ...(typeof schema['default'] === 'boolean' && { default: schema['default'] }) }
    case 'array':
      return choicesField(base, schema)
    case 'object':
      return unsupported(base, { id: 'fields.nested' })
    default:
      return unsupported(base, { id: 'fields.otherKind' })
  }
}

function readBase(key: string, { title, description }: JsonRecord, required: boolean): Base {
  return {
    key,
    ...(typeof title === 'string' && title !== '' && { title: beginningOf(title, formBudget.titleCharacters) }),
    ...(typeof description === 'string' &&
      description !== '' && { description: beginningOf(description, formBudget.descriptionCharacters) }),
    required,
  }
}

function stringField(base: Base, schema: JsonRecord): FormField {
  const format = formats.find((known) => known === schema['format'])
  const minLength = count(schema['minLength'])
  const maxLength = count(schema['maxLength'])
  if (excludesAll(minLength, maxLength)) return unsupported(base, { id: 'fields.lengths' })
  return {
    ...base,
    kind: 'string',
    ...(format !== undefined && { format }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(typeof schema['default'] === 'string' && { default: schema['default'] }),
  }
}

function numberField(base: Base, schema: JsonRecord): FormField {
  const minimum = finite(schema['minimum'])
  const maximum = finite(schema['maximum'])
  const suggested = finite(schema['default'])
  if (excludesAll(minimum, maximum)) return unsupported(base, { id: 'fields.values' })
  return {
    ...base,
    kind: 'number',
    integer: schema['type'] === 'integer',
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(suggested !== undefined && { default: suggested }),
  }
}

function choiceField(base: Base, schema: JsonRecord, choices: readonly FormChoice[]): FormField {
  const problem = choicesProblem(choices)
  if (problem !== undefined) return unsupported(base, problem)
  const suggested = choices.find(({ value }) => value === schema['default'])
  return { ...base, kind: 'choice', choices, ...(suggested && { default: suggested.value }) }
}

function choicesField(base: Base, schema: JsonRecord): FormField {
  const items = schema['items']
  const choices = isRecord(items) ? readChoices(items) : undefined
  if (choices === undefined) return unsupported(base, { id: 'fields.anyList' })
  const minItems = count(schema['minItems'])
  const maxItems = count(schema['maxItems'])
  const problem = choicesProblem(choices)
  if (problem !== undefined) return unsupported(base, problem)
  if (excludesAll(minItems, Math.min(maxItems ?? choices.length, choices.length))) {
    return unsupported(base, { id: 'fields.tooFewChoices' })
  }
  const suggested = strings(schema['default'])?.filter((value) => choices.some((choice) => choice.value === value))
  return {
    ...base,
    kind: 'choices',
    choices,
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    ...(suggested !== undefined && { default: [...new Set(suggested)] }),
  }
}

/** Reads all four notations of choices: `enum`, `enum` with the legacy `enumNames`, and `oneOf` or `anyOf` of `const` with `title`. */
function readChoices(schema: JsonRecord): readonly FormChoice[] | undefined {
  const values = strings(schema['enum'])
  if (values !== undefined) {
    const names = Array.isArray(schema['enumNames']) ? schema['enumNames'] : []
    return distinct(values.map((value, index) => choice(value, names[index])))
  }
  const titled = schema['oneOf'] ?? schema['anyOf']
  if (!Array.isArray(titled)) return undefined
  const choices: FormChoice[] = []
  for (const option of titled) {
    if (!isRecord(option) || typeof option['const'] !== 'string') return undefined
    choices.push(choice(option['const'], option['title']))
  }
  return distinct(choices)
}

function choice(value: string, label: unknown): FormChoice {
  return { value, label: typeof label === 'string' && label !== '' ? beginningOf(label, formBudget.titleCharacters) : value }
}

/** Cuts what is only read. No character is split. */
function beginningOf(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`
}

function distinct(choices: readonly FormChoice[]): readonly FormChoice[] {
  const seen = new Set<string>()
  return choices.filter(({ value }) => !seen.has(value) && seen.add(value))
}

function choicesProblem(choices: readonly FormChoice[]): Message | undefined {
  if (choices.length === 0) return { id: 'fields.noChoices' }
  if (choices.length <= formBudget.choicesPerField) return undefined
  return { id: 'fields.tooManyChoices', params: { count: choices.length, most: formBudget.choicesPerField } }
}

function unsupported(base: Base, reason: Message): FormField {
  return { ...base, kind: 'unsupported', reason }
}

function strings(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.every((item) => typeof item === 'string') ? value : undefined
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}

function excludesAll(least: number | undefined, most: number | undefined): boolean {
  return least !== undefined && most !== undefined && least > most
}
