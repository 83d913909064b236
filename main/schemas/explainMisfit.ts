import type { Misfit, SchemaMisfit } from '../../shared/domain/schemaMisfit'
import type { MessageParam } from '../../shared/i18n/message'
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
const keywords: Readonly<Record<string, (params: Params) => Misfit | undefined>> = {
  type: ({ type }) => typeMisfit(type),
  enum: () => ({ kind: 'enum' }),
  const: ({ allowedValue }) => withText('const', 'value', typeof allowedValue === 'string' ? allowedValue : JSON.stringify(allowedValue)),
  minLength: ({ limit }) => withNumber('minLength', 'count', limit),
  maxLength: ({ limit }) => withNumber('maxLength', 'count', limit),
  pattern: ({ pattern }) => withText('pattern', 'pattern', pattern),
  minimum: ({ limit }) => withNumber('minimum', 'limit', limit),
  maximum: ({ limit }) => withNumber('maximum', 'limit', limit),
  exclusiveMinimum: ({ limit }) => withNumber('exclusiveMinimum', 'limit', limit),
  exclusiveMaximum: ({ limit }) => withNumber('exclusiveMaximum', 'limit', limit),
  multipleOf: ({ multipleOf }) => withNumber('multipleOf', 'number', multipleOf),
  minItems: ({ limit }) => withNumber('minItems', 'count', limit),
  maxItems: ({ limit }) => withNumber('maxItems', 'count', limit),
  items: ({ limit }) => withNumber('maxItems', 'count', limit),
  additionalItems: ({ limit }) => withNumber('maxItems', 'count', limit),
  unevaluatedItems: () => ({ kind: 'notAllowed' }),
  uniqueItems: () => ({ kind: 'uniqueItems' }),
  contains: () => ({ kind: 'contains' }),
  minProperties: ({ limit }) => withNumber('minProperties', 'count', limit),
  maxProperties: ({ limit }) => withNumber('maxProperties', 'count', limit),
  required: () => ({ kind: 'required' }),
  dependentRequired: ({ property }) => withText('dependentRequired', 'name', property),
  dependencies: ({ property }) => withText('dependentRequired', 'name', property),
  additionalProperties: () => ({ kind: 'notAllowed' }),
  unevaluatedProperties: () => ({ kind: 'notAllowed' }),
  propertyNames: ({ propertyName }) => withText('propertyNames', 'name', propertyName),
  oneOf: () => ({ kind: 'oneOf' }),
  anyOf: () => ({ kind: 'anyOf' }),
  not: () => ({ kind: 'not' }),
  'false schema': () => ({ kind: 'notAllowed' }),
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
    what: explain?.(known) ?? { kind: 'other' },
  }
}

/** A member that is missing or too many is the place, so that it is told beside its own field. */
function placeOf(pointer: string, params: Params): string {
  const name = [params['missingProperty'], params['additionalProperty'], params['unevaluatedProperty']].find(
    (part) => typeof part === 'string',
  )
  return name === undefined ? pointer : `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

type Texts = 'const' | 'pattern' | 'dependentRequired' | 'propertyNames'
type Numbers =
  | `${'min' | 'max'}${'Length' | 'Items' | 'Properties'}`
  | `${'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf'}`

function withText(kind: Texts, name: string, text: unknown): Misfit | undefined {
  if (typeof text !== 'string') return undefined
  return { kind, params: one(name, text.length > VALUE_CHARACTERS ? `${text.slice(0, VALUE_CHARACTERS)}…` : text) }
}

function withNumber(kind: Numbers, name: string, number: unknown): Misfit | undefined {
  return typeof number === 'number' ? { kind, params: one(name, number) } : undefined
}

function one(name: string, value: MessageParam): Readonly<Record<string, MessageParam>> {
  return { [name]: value }
}
