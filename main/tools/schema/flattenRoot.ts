import type { JsonObject, JsonValue } from '../../../shared/lib/json'
import { MESSAGE_DEPTH } from '../../lib/jsonDepth'
import { isObject } from './mapSchemas'
import { fragmentIn, mapReferences, partsOf } from './references'

/** What arguments may be, without a choice between several forms. */
interface Flat {
  readonly properties: ReadonlyMap<string, JsonValue>
  /** What is said of properties for some arguments only. It says nothing of one that is said of all. */
  readonly conditional: ReadonlyMap<string, JsonValue>
  readonly required: ReadonlySet<string>
}

export interface FlatRoot {
  readonly schema: JsonObject
  /** What its root said of the arguments as a whole: only that tells which of them go together. */
  readonly combined: JsonObject
}

const COMBINATORS = ['$ref', 'allOf', 'anyOf', 'oneOf'] as const
const EMPTY: Flat = { properties: new Map(), conditional: new Map(), required: new Set() }
/** So many characters are looked at. Whoever wrote the schema can have each looked at often. */
const MOST_CHARACTERS = 1_000_000
/** What each schema, name and property counts beside its characters. */
const EACH = 10
/** Where what its root combined stays, for what refers to a part of it. */
const KEPT = 'combinedAtTheRoot'

/** Pure: whether the root of a schema leaves it to other schemas what arguments may be. */
export function isCombined(schema: JsonObject): boolean {
  return COMBINATORS.some((name) => schema[name] !== undefined)
}

/**
 * Pure: returns a schema whose root is one object with all properties that one of its forms has, and without combinators: providers refuse
 * those there, with every request that lists the tool. Undefined if no form of it is an object, if it refers to what is not in it, or if too much
 * would have to be looked at.
 */
export function flattenRoot(schema: JsonObject): FlatRoot | undefined {
  const flat = new Flattening(schema).whole(schema)
  if (!flat) return undefined
  const { $ref, allOf, anyOf, oneOf, type: _type, properties: _properties, required: _required, ...others } = schema
  // It forbids what no part names, and the parts are gone.
  const { unevaluatedProperties: _unevaluated, ...rest } = others
  const combined = Object.fromEntries(
    Object.entries({ $ref, allOf, anyOf, oneOf }).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  )
  const required = [...flat.required]
  const whole: JsonObject = {
    type: 'object',
    ...rest,
    properties: Object.fromEntries([...flat.properties, ...Array.from(flat.conditional).filter(([name]) => !flat.properties.has(name))]),
    ...(required.length > 0 && { required }),
  }
  return { schema: withReferences(whole, combined), combined }
}

/** Some generators write a part once, and refer to it there: in one of the forms that the root no longer has. */
function withReferences(schema: JsonObject, combined: JsonObject): JsonObject {
  let refers = false
  const find = partsOf(schema)
  const toKept = (reference: string): string => {
    const fragment = fragmentIn(schema, reference) ?? ''
    const isKept = /^\/(?:allOf|anyOf|oneOf)\//.test(fragment)
    refers ||= isKept || (/^[^/]/.test(fragment) && find(reference) === undefined)
    return isKept ? `#/$defs/${KEPT}${fragment}` : reference
  }
  const moved = mapReferences(schema, toKept)
  if (!refers || !isObject(moved)) return schema
  const { $ref: _ref, ...kept } = combined
  const definitions = moved['$defs']
  const own = definitions !== undefined && isObject(definitions) ? definitions : {}
  return { ...moved, $defs: { ...own, [KEPT]: mapReferences(kept, toKept) } }
}

class Flattening {
  readonly #find: (reference: string) => JsonValue | undefined
  /** By what is referred to; empty while it is being followed, since what refers to itself adds nothing. */
  readonly #followed: Map<JsonValue, Flat | undefined>
  #left = MOST_CHARACTERS

  constructor(root: JsonObject) {
    this.#find = partsOf(root)
    this.#followed = new Map([[root, EMPTY]])
  }

  /** Undefined if no object fits, or if there is too much to look at. */
  whole(root: JsonObject): Flat | undefined {
    const flat = this.#flat(root, 0)
    return this.#left < 0 ? undefined : flat
  }

  /** @param level How many schemas lead here, by reference or because this one is in them. */
  #flat(schema: JsonValue, level: number): Flat | undefined {
    if (level > MESSAGE_DEPTH) this.#left = -1
    if (!this.#looksAt(EACH)) return undefined
    if (schema === true) return EMPTY
    if (!isObject(schema) || !mayBeObject(schema['type'])) return undefined
    const { $ref, allOf, anyOf, oneOf } = schema
    const own = ownOf(schema)
    if (!this.#looksAt(EACH * (own.properties.size + own.required.size))) return undefined
    const all: (Flat | undefined)[] = [own, this.#conditional(schema, level)]
    if (typeof $ref === 'string') all.push(this.#follow($ref, level))
    if (Array.isArray(allOf)) for (const one of allOf) all.push(this.#flat(one, level + 1))
    for (const choice of [anyOf, oneOf]) if (Array.isArray(choice)) all.push(this.#oneOf(choice, level))
    const whole = all.filter((one) => one !== undefined)
    return whole.length === all.length ? this.#merged(whole, 'allOf') : undefined
  }

  #oneOf(choice: readonly JsonValue[], level: number): Flat | undefined {
    const forms = choice.map((one) => this.#flat(one, level + 1)).filter((one) => one !== undefined)
    return forms.length > 0 ? this.#merged(forms, 'anyOf') : undefined
  }

  /** What holds for some arguments only: it names further ones, and says of none that it must be there. */
  #conditional(schema: JsonObject, level: number): Flat | undefined {
    const { if: condition, then, else: otherwise, dependentSchemas } = schema
    const forms = condition === undefined ? [] : [then, otherwise].filter((form) => form !== undefined)
    if (isObject(dependentSchemas)) for (const form of Object.values(dependentSchemas)) forms.push(form)
    const one = forms.length === 0 ? undefined : this.#oneOf(forms, level)
    if (!one || !this.#looksAt(EACH * (one.conditional.size + one.properties.size))) return EMPTY
    return { ...EMPTY, conditional: new Map([...one.conditional, ...one.properties]) }
  }

  #follow(reference: string, level: number): Flat | undefined {
    const target = this.#looksAt(reference.length) ? this.#find(reference) : undefined
    if (target === undefined || this.#followed.has(target)) return target === undefined ? undefined : this.#followed.get(target)
    this.#followed.set(target, EMPTY)
    const flat = this.#flat(target, level + 1)
    this.#followed.set(target, flat)
    return flat
  }

  #merged(flats: readonly Flat[], how: 'allOf' | 'anyOf'): Flat | undefined {
    // What many refer to is there once: each reference is followed once.
    const different = [...new Set(flats.filter((one) => how === 'anyOf' || !isEmpty(one)))]
    const [first, ...others] = different
    if (first === undefined || others.length === 0) return first ?? EMPTY
    const properties = this.#united(
      different.map((one) => one.properties),
      how,
    )
    const conditional = this.#united(
      different.map((one) => one.conditional),
      'anyOf',
    )
    const required = this.#required(first.required, others, how)
    return properties && conditional && required && { properties, conditional, required }
  }

  #united(parts: readonly Flat['properties'][], how: 'allOf' | 'anyOf'): Flat['properties'] | undefined {
    const forms = new Map<string, Map<string, JsonValue>>()
    for (const properties of parts) {
      for (const [name, one] of properties) {
        const text = JSON.stringify(one)
        if (!this.#looksAt(EACH + name.length + text.length)) return undefined
        forms.set(name, (forms.get(name) ?? new Map<string, JsonValue>()).set(text, one))
      }
    }
    return new Map(
      Array.from(forms, ([name, different]): [string, JsonValue] => {
        const [only, ...more] = different.values()
        return [name, only !== undefined && more.length === 0 ? only : { [how]: [...different.values()] }]
      }),
    )
  }

  #required(first: Flat['required'], others: readonly Flat[], how: 'allOf' | 'anyOf'): Flat['required'] | undefined {
    let all = new Set(first)
    if (!this.#looksAt(EACH * first.size)) return undefined
    for (const { required } of others) {
      if (!this.#looksAt(EACH * (how === 'allOf' ? required.size : all.size))) return undefined
      if (how === 'anyOf') all = new Set([...all].filter((name) => required.has(name)))
      else for (const name of required) all.add(name)
    }
    return all
  }

  /** Returns whether so much more may be looked at. */
  #looksAt(characters: number): boolean {
    this.#left -= characters
    return this.#left >= 0
  }
}

function isEmpty({ properties, conditional, required }: Flat): boolean {
  return properties.size + conditional.size + required.size === 0
}

function ownOf({ properties, required }: JsonObject): Flat {
  return {
    ...EMPTY,
    properties: new Map(properties !== undefined && isObject(properties) ? Object.entries(properties) : []),
    required: new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []),
  }
}

function mayBeObject(type: JsonValue | undefined): boolean {
  return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'))
}
