import type { JsonValue } from '../../../shared/lib/json'
import { isObject } from './mapSchemas'

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

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
