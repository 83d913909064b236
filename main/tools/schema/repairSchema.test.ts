import { expect, it } from 'vitest'
import { repairSchema } from './repairSchema'

// One tool with a bound of draft 04 made a provider refuse every request that listed it (Dokploy/mcp#74).
it('turns around what earlier drafts said in another form', () => {
  const properties = {
    ttl: { type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
    odd: { exclusiveMaximum: true },
    pair: { type: 'array', items: [{ type: 'string' }, { minimum: 1, exclusiveMinimum: true }], additionalItems: false },
    name: { type: 'string', required: true },
    free: { type: 'string', required: false },
  }
  expect(repairSchema({ $schema: 'http://json-schema.org/draft-04/schema#', type: 'object', properties, required: ['ttl'] })).toEqual({
    type: 'object',
    properties: {
      ttl: { type: 'integer', exclusiveMinimum: 0, maximum: 9 },
      odd: {},
      pair: { type: 'array', items: false, prefixItems: [{ type: 'string' }, { exclusiveMinimum: 1 }] },
      name: { type: 'string' },
      free: { type: 'string' },
    },
    required: ['ttl', 'name'],
  })
})

it('leaves out what a keyword cannot say, and takes a schema that is none for one of anything', () => {
  const properties = {
    a: { type: 'any', description: null },
    b: null,
    c: { type: ['string', 'file', 'string'] },
    d: { minLength: -1, enum: 'x' },
  }
  expect(repairSchema({ type: 'object', properties, anyOf: [], allOf: [null], $defs: { x: 'y' } })).toEqual({
    type: 'object',
    properties: { a: {}, b: {}, c: { type: ['string'] }, d: {} },
    allOf: [{}],
    $defs: { x: {} },
  })
})

it('leaves a schema of 2020-12 as it is, byte for byte, with arguments that are called like keywords and values that look like schemas', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    properties: {
      required: { type: 'boolean', default: { required: true, minimum: 'x' } },
      type: { enum: [{ type: 'any' }], const: { exclusiveMinimum: true } },
      items: { type: 'array', prefixItems: [true], items: false, 'x-order': null },
      exclusiveMinimum: { exclusiveMinimum: 0, anyOf: [{ type: 'number' }, { $ref: '#/$defs/n' }] },
      __proto__: { type: 'string' },
    },
    type: 'object',
    $defs: { n: { multipleOf: 0.5 } },
    required: ['type'],
    additionalProperties: false,
  }
  expect(JSON.stringify(repairSchema(schema))).toBe(JSON.stringify(schema))
})
