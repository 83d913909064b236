import type { JsonObject, JsonValue } from '../../../shared/lib/json'
import { trimEndOf } from '../../../shared/lib/trimEndOf'
import { isObject } from './mapSchemas'
import { mapReferences, pointerKey } from './references'

const PLAIN = /^[a-zA-Z0-9_.-]{1,64}$/
const MOST_LETTERS = 64
/** Room for a number that makes a name another one. */
const LETTERS_BEFORE_NUMBER = 57

export interface PlainNames {
  readonly schema: JsonObject
  /** Each name that was given to an argument, and what it is called by its server. */
  readonly original: ReadonlyMap<string, string>
}

/**
 * Pure: gives arguments whose names an endpoint does not take others, and says at each what it is called. Only the names at the root are looked
 * at by endpoints. A schema without such a name stays as it is.
 */
export function plainNames(schema: JsonObject): PlainNames {
  const { properties } = schema
  const original = new Map<string, string>()
  if (!isObject(properties)) return { schema, original }
  const given = givenNames(Object.keys(properties))
  if (given.size === 0) return { schema, original }
  for (const [name, plain] of given) original.set(plain, name)
  const renamed = Object.entries(properties).map(([name, one]): [string, JsonValue] => {
    const plain = given.get(name)
    return plain === undefined ? [name, one] : [plain, called(name, one)]
  })
  const { required } = schema
  const changed: JsonObject = {
    ...schema,
    properties: Object.fromEntries(renamed),
    ...(Array.isArray(required) && { required: required.map((name) => (typeof name === 'string' ? (given.get(name) ?? name) : name)) }),
  }
  const moved = mapReferences(changed, (reference) => renamedReference(reference, given))
  return { schema: isObject(moved) ? moved : changed, original }
}

/** Pure: returns arguments under the names that their server knows. One that is there under both names stays under both: none is lost. */
export function originalNames(args: JsonObject, original: ReadonlyMap<string, string>): JsonObject {
  if (original.size === 0 || !Object.keys(args).some((name) => original.has(name))) return args
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const known = original.get(name)
      return [known === undefined || Object.hasOwn(args, known) ? name : known, value]
    }),
  )
}

function givenNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(names)
  const next = new Map<string, number>()
  const given = new Map<string, string>()
  for (const name of names) {
    if (PLAIN.test(name)) continue
    const letters = trimEndOf(name.replaceAll(/[^a-zA-Z0-9_.-]+/g, '_'), '_')
    const base = /[a-zA-Z0-9]/.test(letters) ? letters : 'argument'
    const beginning = base.slice(0, LETTERS_BEFORE_NUMBER)
    let plain = base.slice(0, MOST_LETTERS)
    for (let number = next.get(beginning) ?? 2; taken.has(plain); number++) {
      plain = `${beginning}_${number}`
      next.set(beginning, number + 1)
    }
    taken.add(plain)
    given.set(name, plain)
  }
  return given
}

function called(name: string, one: JsonValue): JsonObject {
  const schema = isObject(one) ? one : {}
  const said = typeof schema['description'] === 'string' ? ` ${schema['description']}` : ''
  return { ...schema, description: `Called ${JSON.stringify(name)}.${said}` }
}

function renamedReference(reference: string, given: ReadonlyMap<string, string>): string {
  const [root, place, name, ...rest] = reference.split('/')
  const plain = root === '#' && place === 'properties' && name !== undefined ? given.get(pointerKey(name)) : undefined
  return plain === undefined ? reference : [root, place, plain, ...rest].join('/')
}
