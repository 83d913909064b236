import type { JsonObject, JsonValue } from '../../../shared/lib/json'
import { isObject } from './mapSchemas'
import { mapReferences, pointerKey } from './references'

/** What arguments may be, without a choice between several forms. */
interface Flat {
  readonly properties: ReadonlyMap<string, JsonValue>
  readonly required: ReadonlySet<string>
}

export interface FlatRoot {
  readonly schema: JsonObject
  /** What its root said of the arguments as a whole: only that tells which of them go together. */
  readonly combined: JsonObject
}

const COMBINATORS = ['$ref', 'allOf', 'anyOf', 'oneOf'] as const
const EMPTY: Flat = { properties: new Map(), required: new Set() }
/** So many characters of properties are looked at. Whoever wrote the schema can have each looked at often. */
const MOST_CHARACTERS = 1_000_000
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
  const flat = new Flattening(schema).flat(schema)
  if (!flat) return undefined
  const { $ref, allOf, anyOf, oneOf, type: _type, properties: _properties, required: _required, ...rest } = schema
  const combined = Object.fromEntries(
    Object.entries({ $ref, allOf, anyOf, oneOf }).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  )
  const required = [...flat.required]
  const whole: JsonObject = {
    type: 'object',
    ...rest,
    properties: Object.fromEntries(flat.properties),
    ...(required.length > 0 && { required }),
  }
  return { schema: withReferences(whole, combined), combined }
}

/** Some generators write a part once, and refer to it there: in one of the forms that the root no longer has. */
function withReferences(schema: JsonObject, combined: JsonObject): JsonObject {
  let refers = false
  const moved = mapReferences(schema, (reference) => {
    if (!/^#\/(?:allOf|anyOf|oneOf)\//.test(reference)) return reference
    refers = true
    return reference.replace('#', `#/$defs/${KEPT}`)
  })
  if (!refers || !isObject(moved)) return schema
  const { $ref: _ref, ...kept } = combined
  const definitions = moved['$defs']
  const own = definitions !== undefined && isObject(definitions) ? definitions : {}
  return {
    ...moved,
    $defs: { ...own, [KEPT]: mapReferences(kept, (reference) => reference.replace(/^#(?=\/(?:all|any|one)Of\/)/, `#/$defs/${KEPT}`)) },
  }
}

class Flattening {
  readonly #root: JsonObject
  /** By reference; empty while it is being followed, since what refers to itself adds nothing. */
  readonly #followed = new Map<string, Flat | undefined>([['#', EMPTY]])
  #left = MOST_CHARACTERS

  constructor(root: JsonObject) {
    this.#root = root
  }

  /** Undefined if no object fits. */
  flat(schema: JsonValue): Flat | undefined {
    if (schema === true) return EMPTY
    if (!isObject(schema) || !mayBeObject(schema['type'])) return undefined
    const { $ref, allOf, anyOf, oneOf } = schema
    const all: (Flat | undefined)[] = [ownOf(schema)]
    if (typeof $ref === 'string') all.push(this.#follow($ref))
    if (Array.isArray(allOf)) all.push(...allOf.map((one) => this.flat(one)))
    for (const choice of [anyOf, oneOf]) if (Array.isArray(choice)) all.push(this.#oneOf(choice))
    const whole = all.filter((one) => one !== undefined)
    return whole.length === all.length ? this.#merged(whole, 'allOf') : undefined
  }

  #oneOf(choice: readonly JsonValue[]): Flat | undefined {
    const forms = choice.map((one) => this.flat(one)).filter((one) => one !== undefined)
    return forms.length > 0 ? this.#merged(forms, 'anyOf') : undefined
  }

  #follow(reference: string): Flat | undefined {
    if (this.#followed.has(reference)) return this.#followed.get(reference)
    this.#followed.set(reference, EMPTY)
    const target = find(this.#root, reference)
    const flat = target === undefined ? undefined : this.flat(target)
    this.#followed.set(reference, flat)
    return flat
  }

  #merged(flats: readonly Flat[], how: 'allOf' | 'anyOf'): Flat | undefined {
    const [first, ...others] = flats.filter((one) => how === 'anyOf' || one.properties.size + one.required.size > 0)
    if (first === undefined || others.length === 0) return first ?? EMPTY
    const forms = new Map<string, Map<string, JsonValue>>()
    for (const { properties } of [first, ...others]) {
      for (const [name, one] of properties) {
        const text = JSON.stringify(one)
        this.#left -= name.length + text.length
        if (this.#left < 0) return undefined
        forms.set(name, (forms.get(name) ?? new Map<string, JsonValue>()).set(text, one))
      }
    }
    const properties = new Map(
      Array.from(forms, ([name, different]): [string, JsonValue] => {
        const [only, ...more] = different.values()
        return [name, only !== undefined && more.length === 0 ? only : { [how]: [...different.values()] }]
      }),
    )
    const required = how === 'allOf' ? new Set([first, ...others].flatMap((one) => [...one.required])) : inEach(first, others)
    return { properties, required }
  }
}

function inEach(first: Flat, others: readonly Flat[]): ReadonlySet<string> {
  return new Set([...first.required].filter((name) => others.every(({ required }) => required.has(name))))
}

function ownOf({ properties, required }: JsonObject): Flat {
  return {
    properties: new Map(properties !== undefined && isObject(properties) ? Object.entries(properties) : []),
    required: new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []),
  }
}

function mayBeObject(type: JsonValue | undefined): boolean {
  return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'))
}

/** RFC 6901, section 6: a pointer in a fragment. */
function find(root: JsonObject, reference: string): JsonValue | undefined {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  let at: JsonValue = root
  for (const segment of reference.slice(2).split('/')) {
    const key = pointerKey(segment)
    const inner: JsonValue | undefined = Array.isArray(at) ? at[Number(key)] : isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
    if (inner === undefined) return undefined
    at = inner
  }
  return at
}
