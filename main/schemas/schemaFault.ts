import type { Limits } from '../../shared/domain/defaultLimits'
import { isRecord, type JsonObject } from '../../shared/lib/json'
import type { Message } from '../../shared/i18n/message'
import { isReference } from '../../shared/protocol/namesFromServers'

type SchemaLimits = Pick<Limits, 'schemaBytes' | 'schemaDepth' | 'schemaParts'>

const DIALECTS = [
  'json-schema.org/draft/2020-12/schema',
  'json-schema.org/draft/2019-09/schema',
  'json-schema.org/draft-07/schema',
  'json-schema.org/draft-06/schema',
]

/**
 * Pure: why a server's schema is not compiled: too large, too deep, with an external reference, or in an unknown dialect. Spec: basic,
 * "JSON Schema usage". A reference to the network is never followed.
 */
export function schemaFault(schema: JsonObject, limits: SchemaLimits): Message | undefined {
  return walk(schema, limits) ?? tooLong(schema, limits.schemaBytes) ?? unknownDialect(schema)
}

/** Breadth first and without recursion, because the sender controls the depth. */
function walk(schema: JsonObject, limits: SchemaLimits): Message | undefined {
  const ids = new Set<string>()
  const references: string[] = []
  let level: object[] = [schema]
  let parts = 0
  let letters = 0
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limits.schemaDepth) return { id: 'errors.schemas.tooDeep', params: { most: limits.schemaDepth } }
    parts += level.length
    const next: object[] = []
    for (const part of level) {
      if (isRecord(part)) note(part, ids, references)
      const children: readonly unknown[] = Array.isArray(part) ? part : Object.values(part)
      for (const child of children) {
        if (typeof child === 'string') letters += child.length
        if (typeof child === 'object' && child !== null) next.push(child)
        else if (Array.isArray(part)) parts++
      }
      if (letters > limits.schemaBytes) return longerThan(limits.schemaBytes)
      if (parts + next.length > limits.schemaParts) return { id: 'errors.schemas.tooManyParts', params: { most: limits.schemaParts } }
    }
    level = next
  }
  const elsewhere = references.find((reference) => !reference.startsWith('#') && !ids.has(withoutFragment(reference)))
  if (elsewhere === undefined) return undefined
  return isReference(elsewhere)
    ? { id: 'errors.schemas.elsewhere', params: { address: elsewhere } }
    : { id: 'errors.schemas.elsewhereUnnamed' }
}

function withoutFragment(address: string): string {
  return address.split('#', 1)[0] ?? ''
}

function note(part: Readonly<Record<string, unknown>>, ids: Set<string>, references: string[]): void {
  if (typeof part['$id'] === 'string') ids.add(withoutFragment(part['$id']))
  for (const name of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const reference = part[name]
    if (typeof reference === 'string') references.push(reference)
  }
}

function tooLong(schema: JsonObject, bytes: number): Message | undefined {
  return Buffer.byteLength(JSON.stringify(schema)) > bytes ? longerThan(bytes) : undefined
}

function longerThan(bytes: number): Message {
  return { id: 'errors.schemas.tooLong', params: { kilobytes: Math.floor(bytes / 1024) } }
}

function unknownDialect(schema: JsonObject): Message | undefined {
  const dialect = schema['$schema']
  if (typeof dialect !== 'string') return undefined
  const known = DIALECTS.includes(dialect.replace(/^https?:\/\//, '').replace(/#$/, ''))
  if (known) return undefined
  return isReference(dialect) ? { id: 'errors.schemas.unknownDialect', params: { dialect } } : { id: 'errors.schemas.dialectUnnamed' }
}
