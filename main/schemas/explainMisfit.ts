import type { SchemaMisfit } from '../../shared/domain/schemaMisfit'
import type { Message, MessageParam } from '../../shared/i18n/message'
import { isRecord } from '../../shared/lib/json'
import { typeMisfit } from '../lib/typeMisfit'

type Params = Readonly<Record<string, unknown>>

const POINTER_CHARACTERS = 300
/** What a schema says is the server's text. More of it would pass for Parley's own sentence. */
const VALUE_CHARACTERS = 100

/**
 * The keywords of JSON Schema, and what each says about a value that does not fit. What is not here, or comes without its values, gets the
 * general sentence.
 */
const keywords: Readonly<Record<string, (params: Params) => Message | undefined>> = {
  type: ({ type }) => typeMisfit(type),
  enum: () => ({ id: 'misfits.enum' }),
  const: ({ allowedValue }) =>
    withText('misfits.const', 'value', typeof allowedValue === 'string' ? allowedValue : JSON.stringify(allowedValue)),
  minLength: ({ limit }) => withNumber('misfits.minLength', 'count', limit),
  maxLength: ({ limit }) => withNumber('misfits.maxLength', 'count', limit),
  pattern: ({ pattern }) => withText('misfits.pattern', 'pattern', pattern),
  minimum: ({ limit }) => withNumber('misfits.minimum', 'limit', limit),
  maximum: ({ limit }) => withNumber('misfits.maximum', 'limit', limit),
  exclusiveMinimum: ({ limit }) => withNumber('misfits.exclusiveMinimum', 'limit', limit),
  exclusiveMaximum: ({ limit }) => withNumber('misfits.exclusiveMaximum', 'limit', limit),
  multipleOf: ({ multipleOf }) => withNumber('misfits.multipleOf', 'number', multipleOf),
  minItems: ({ limit }) => withNumber('misfits.minItems', 'count', limit),
  maxItems: ({ limit }) => withNumber('misfits.maxItems', 'count', limit),
  items: ({ limit }) => withNumber('misfits.maxItems', 'count', limit),
  additionalItems: ({ limit }) => withNumber('misfits.maxItems', 'count', limit),
  unevaluatedItems: () => ({ id: 'misfits.notAllowed' }),
  uniqueItems: () => ({ id: 'misfits.uniqueItems' }),
  contains: () => ({ id: 'misfits.contains' }),
  minProperties: ({ limit }) => withNumber('misfits.minProperties', 'count', limit),
  maxProperties: ({ limit }) => withNumber('misfits.maxProperties', 'count', limit),
  required: () => ({ id: 'misfits.required' }),
  dependentRequired: ({ property }) => withText('misfits.dependentRequired', 'name', property),
  dependencies: ({ property }) => withText('misfits.dependentRequired', 'name', property),
  additionalProperties: () => ({ id: 'misfits.notAllowed' }),
  unevaluatedProperties: () => ({ id: 'misfits.notAllowed' }),
  propertyNames: ({ propertyName }) => withText('misfits.propertyNames', 'name', propertyName),
  oneOf: () => ({ id: 'misfits.oneOf' }),
  anyOf: () => ({ id: 'misfits.anyOf' }),
  not: () => ({ id: 'misfits.not' }),
  'false schema': () => ({ id: 'misfits.notAllowed' }),
}

/**
 * Pure: what the schema worker found, in Parley's words. Its library's own texts are English, and no keyword's text is shown.
 * @param found `{ pointer, keyword, params }`, as the worker posts it.
 */
export function explainMisfit(found: unknown): SchemaMisfit {
  const { pointer, keyword, params } = isRecord(found) ? found : {}
  const known = isRecord(params) ? params : {}
  const explain = typeof keyword === 'string' && Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined
  return {
    pointer: placeOf(typeof pointer === 'string' ? pointer : '', known).slice(0, POINTER_CHARACTERS),
    what: explain?.(known) ?? { id: 'misfits.other' },
  }
}

/** A member that is missing or too many is the place, so that it is told beside its own field. */
function placeOf(pointer: string, params: Params): string {
  const name = [params['missingProperty'], params['additionalProperty'], params['unevaluatedProperty']].find(
    (part) => typeof part === 'string',
  )
  return name === undefined ? pointer : `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

type Texts = 'misfits.const' | 'misfits.pattern' | 'misfits.dependentRequired' | 'misfits.propertyNames'
type Numbers =
  | `misfits.${'min' | 'max'}${'Length' | 'Items' | 'Properties'}`
  | `misfits.${'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf'}`

function withText(id: Texts, name: string, text: unknown): Message | undefined {
  if (typeof text !== 'string') return undefined
  return { id, params: one(name, text.length > VALUE_CHARACTERS ? `${text.slice(0, VALUE_CHARACTERS)}…` : text) }
}

function withNumber(id: Numbers, name: string, number: unknown): Message | undefined {
  return typeof number === 'number' ? { id, params: one(name, number) } : undefined
}

function one(name: string, value: MessageParam): Readonly<Record<string, MessageParam>> {
  return { [name]: value }
}
