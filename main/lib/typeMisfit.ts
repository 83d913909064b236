import type { Misfit } from '../../shared/domain/schemaMisfit'
import type { Message } from '../../shared/i18n/message'

const types = {
  string: 'misfits.type.string',
  number: 'misfits.type.number',
  integer: 'misfits.type.integer',
  boolean: 'misfits.type.boolean',
  object: 'misfits.type.object',
  array: 'misfits.type.array',
  null: 'misfits.type.null',
} as const

/**
 * Pure: that a value has another type than it must have. Undefined for a type that JSON does not have.
 * @param type one of JSON Schema's names of types, or several of them
 */
export function typeMisfit(type: unknown): Misfit | undefined {
  const names = Array.isArray(type) ? type : [type]
  const known = names.flatMap((name): readonly Message[] => (isType(name) ? [{ id: types[name] }] : []))
  const [only] = known
  if (only === undefined || known.length < names.length) return undefined
  return known.length === 1 ? { kind: 'type', params: { type: only } } : { kind: 'types', params: { types: known } }
}

function isType(name: unknown): name is keyof typeof types {
  return typeof name === 'string' && Object.hasOwn(types, name)
}
