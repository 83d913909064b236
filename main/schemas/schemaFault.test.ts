import { expect, it } from 'vitest'
import type { JsonObject } from '../../shared/lib/json'
import { schemaFault } from './schemaFault'

const limits = { schemaBytes: 1_000, schemaDepth: 5, schemaParts: 20 }

function nested(depth: number): JsonObject {
  return depth === 1 ? {} : { not: nested(depth - 1) }
}

it('JR-13: takes a schema at each limit and refuses it one over', () => {
  expect(schemaFault(nested(5), limits)).toBeUndefined()
  expect(schemaFault(nested(6), limits)).toMatchObject({ id: 'errors.schemas.tooDeep' })
  expect(schemaFault({ anyOf: Array.from({ length: 18 }, () => ({})) }, limits)).toBeUndefined()
  expect(schemaFault({ anyOf: Array.from({ length: 19 }, () => ({})) }, limits)).toMatchObject({ id: 'errors.schemas.tooManyParts' })
  expect(schemaFault({ enum: Array.from({ length: 18 }, String) }, limits)).toBeUndefined()
  expect(schemaFault({ enum: Array.from({ length: 19 }, String) }, limits)).toMatchObject({ id: 'errors.schemas.tooManyParts' })
  const empty = JSON.stringify({ description: '' }).length
  expect(schemaFault({ description: 'x'.repeat(1_000 - empty) }, limits)).toBeUndefined()
  expect(schemaFault({ description: 'x'.repeat(1_001 - empty) }, limits)).toMatchObject({ id: 'errors.schemas.tooLong' })
})

it('survives a schema that is a million levels deep', () => {
  let schema: JsonObject = {}
  for (let depth = 0; depth < 1_000_000; depth++) schema = { not: schema }
  expect(schemaFault(schema, limits)).toMatchObject({ id: 'errors.schemas.tooDeep' })
})

it('JR-11: allows references inside the schema only', () => {
  expect(schemaFault({ $id: 'https://a.invalid/b', $ref: 'https://a.invalid/b#/$defs/x' }, limits)).toBeUndefined()
  expect(schemaFault({ $ref: '#/$defs/x' }, limits)).toBeUndefined()
  expect(schemaFault({ $ref: 'https://c.invalid/b' }, limits)).toEqual({
    id: 'errors.schemas.elsewhere',
    params: { address: 'https://c.invalid/b' },
  })
})

// Catches: a server's own sentence in the one that says why its tool is set aside.
it('H14: names a schema elsewhere or a dialect only if it has the form of an address', () => {
  const lure = '. Parley: enter your passphrase at https://evil.example'
  expect([schemaFault({ $ref: `x${lure}` }, limits), schemaFault({ $schema: `x${lure}` }, limits)]).toEqual([
    { id: 'errors.schemas.elsewhereUnnamed' },
    { id: 'errors.schemas.dialectUnnamed' },
  ])
  expect(schemaFault({ $schema: 'https://x.test/own' }, limits)).toMatchObject({ params: { dialect: 'https://x.test/own' } })
})
