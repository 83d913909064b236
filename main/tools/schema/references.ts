import type { JsonObject, JsonValue } from '../../../shared/lib/json'
import { isObject, mapSchemas } from './mapSchemas'

/** Pure: returns a schema with other addresses in its references. */
export function mapReferences(value: JsonValue, to: (reference: string) => string): JsonValue {
  if (Array.isArray(value)) return value.map((one) => mapReferences(one, to))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === '$ref' && typeof inner === 'string' ? to(inner) : mapReferences(inner, to),
    ]),
  )
}

/** Pure: returns the name that a segment of a pointer in a fragment stands for. Source: RFC 6901, sections 4 and 6. */
export function pointerKey(segment: string): string {
  return decoded(segment).replaceAll('~1', '/').replaceAll('~0', '~')
}

/**
 * Pure: returns the fragment of a reference to a part of this schema, which may be given with the schema's own address. Undefined for a
 * reference that leads elsewhere.
 */
export function fragmentIn(root: JsonObject, reference: string): string | undefined {
  const [address = '', ...fragment] = reference.split('#')
  const own = root['$id']
  const isOwn = address === '' || (typeof own === 'string' && address === own.replace(/#$/, ''))
  return isOwn ? fragment.join('#') : undefined
}

/** Pure: returns what finds the part of this schema that a reference names: the whole, a place in it, or a part with an anchor. */
export function partsOf(root: JsonObject): (reference: string) => JsonValue | undefined {
  let anchors: ReadonlyMap<string, JsonObject> | undefined
  return (reference) => {
    const fragment = fragmentIn(root, reference)
    if (fragment === undefined || fragment === '') return fragment === '' ? root : undefined
    if (fragment.startsWith('/')) return partAt(root, fragment)
    return (anchors ??= anchorsOf(root)).get(decoded(fragment))
  }
}

/** Source: RFC 6901, section 6. */
function partAt(root: JsonObject, pointer: string): JsonValue | undefined {
  let at: JsonValue = root
  for (const segment of pointer.slice(1).split('/')) {
    const key = pointerKey(segment)
    const inner: JsonValue | undefined = Array.isArray(at) ? at[Number(key)] : isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
    if (inner === undefined) return undefined
    at = inner
  }
  return at
}

/** Drafts before 2019-09 say at `$id` what is an anchor now. */
function anchorsOf(root: JsonObject): ReadonlyMap<string, JsonObject> {
  const anchors = new Map<string, JsonObject>()
  mapSchemas(root, (schema) => {
    const { $anchor, $id } = schema
    if (typeof $anchor === 'string') anchors.set($anchor, schema)
    else if (typeof $id === 'string' && $id.startsWith('#')) anchors.set($id.slice(1), schema)
    return schema
  })
  return anchors
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
