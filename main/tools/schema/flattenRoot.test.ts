import { expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/lib/json'
import { flattenRoot } from './flattenRoot'

const text = { type: 'string' }

it('makes one object of the forms of a choice: the properties of all, required what each requires', () => {
  const flat = flattenRoot({
    description: 'Finds one',
    oneOf: [
      { type: 'object', properties: { kind: { const: 'id' }, id: text, note: text }, required: ['kind', 'id'] },
      { type: 'object', properties: { kind: { const: 'path' }, path: text, note: text }, required: ['kind', 'path'] },
      { type: 'string' },
    ],
    properties: { page: { type: 'integer' } },
  })
  expect(flat?.schema).toEqual({
    type: 'object',
    description: 'Finds one',
    properties: { page: { type: 'integer' }, kind: { anyOf: [{ const: 'id' }, { const: 'path' }] }, id: text, note: text, path: text },
    required: ['kind'],
  })
  expect(Object.keys(flat?.combined ?? {})).toEqual(['oneOf'])
})

it('keeps all parts of a conjunction, follows references within, also to itself, and says what of one property must hold together', () => {
  const flat = flattenRoot({
    $ref: '#/$defs/in~1put',
    allOf: [{ properties: { a: { minLength: 1 } }, required: ['a'] }, { anyOf: [{ required: ['b'] }, { required: ['c'] }] }, true],
    $defs: { 'in/put': { type: 'object', properties: { a: text, b: text, c: { $ref: '#/$defs/in~1put' } }, allOf: [{ $ref: '#' }] } },
  })
  expect(flat?.schema).toMatchObject({ type: 'object', properties: { a: { allOf: [text, { minLength: 1 }] }, b: text }, required: ['a'] })
  expect(Object.keys(flat?.schema ?? {})).not.toContain('$ref')
})

it('keeps what a property refers to within a form that the root no longer has', () => {
  const flat = flattenRoot({
    anyOf: [{ properties: { a: text } }, { properties: { b: { $ref: '#/anyOf/0/properties/a' } } }],
  })
  expect(flat?.schema).toMatchObject({
    properties: { b: { $ref: '#/$defs/combinedAtTheRoot/anyOf/0/properties/a' } },
    $defs: { combinedAtTheRoot: { anyOf: [{ properties: { a: text } }, {}] } },
  })
})

it('has no schema of one that takes no object, or that refers to what is not in it', () => {
  const none: readonly JsonObject[] = [
    { anyOf: [{ type: 'string' }, false] },
    { allOf: [{ type: 'array' }] },
    { $ref: '#/$defs/gone' },
    { $ref: 'https://canary.example/x.json' },
    { $ref: '#/$defs/toString', $defs: {} },
  ]
  expect(none.map((schema) => flattenRoot(schema))).toEqual(none.map(() => undefined))
})

// Each of a row of definitions that names the one before it twice doubles the work of whoever follows all.
it('J03: follows each reference once, and gives up rather than look at the same properties without end', () => {
  const deep: JsonObject = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [
      `d${index}`,
      { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
    ]),
  )
  expect(flattenRoot({ $ref: '#/$defs/d0', $defs: { ...deep, d200: { properties: { a: text } } } })?.schema['properties']).toEqual({
    a: text,
  })
  const wide = { properties: Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`p${index}`, text])) }
  const often = Array.from({ length: 5_000 }, (_, index) => ({ $ref: '#/$defs/wide', required: [`r${index}`] }))
  expect(flattenRoot({ allOf: often, $defs: { wide } })).toBeUndefined()
})

it('J03: gives up on a row of references that is longer than any stack, and on names that are required again and again', () => {
  const rows = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`d${index}`, { $ref: `#/$defs/d${index + 1}` }]))
  expect(flattenRoot({ $ref: '#/$defs/d0', $defs: { ...rows, d20000: {} } })).toBeUndefined()
  const strict = { required: Array.from({ length: 10_000 }, (_, index) => `p${index}`) }
  const parts = Array.from({ length: 20_000 }, (_, index) => ({ $ref: '#/$defs/strict', required: [`r${index}`] }))
  const same = parts.map(({ $ref }) => ({ $ref }))
  for (const how of ['allOf', 'anyOf']) {
    expect(flattenRoot({ [how]: parts, $defs: { strict } }) === undefined).toBe(true)
    expect(flattenRoot({ [how]: same, $defs: { strict } })?.schema['required']).toHaveLength(10_000)
  }
})

// An argument that only a condition named was gone, and the keyword beside it then forbade it.
it('names the arguments that only a condition names, and says of the others what always holds', () => {
  const flat = flattenRoot({
    properties: { kind: { enum: ['a', 'b'] } },
    allOf: [
      {
        if: { properties: { kind: { const: 'a' } } },
        then: { properties: { kind: { const: 'a' }, onlyA: text, both: text }, required: ['onlyA'] },
        else: { properties: { both: { type: 'number' } } },
      },
      { dependentSchemas: { onlyA: { properties: { more: text }, required: ['more'] }, kind: false } },
      { then: { properties: { noCondition: text } } },
    ],
    unevaluatedProperties: false,
  })
  expect(flat?.schema).toEqual({
    type: 'object',
    properties: { kind: { enum: ['a', 'b'] }, onlyA: text, both: { anyOf: [text, { type: 'number' }] }, more: text },
  })
})

it('follows a reference to an anchor, and one with the address of the schema itself', () => {
  const properties = { a: text }
  const schemas: readonly JsonObject[] = [
    { $ref: '#Foo', $defs: { Foo: { $anchor: 'Foo', properties } } },
    { $ref: '#Foo', definitions: { Foo: { $id: '#Foo', properties } } },
    { $id: 'https://canary.example/x', $ref: 'https://canary.example/x#/$defs/Foo', $defs: { Foo: { properties } } },
    { $id: 'https://canary.example/x#', $ref: 'https://canary.example/x#Foo', $defs: { Foo: { $anchor: 'Foo', properties } } },
  ]
  expect(schemas.map((schema) => flattenRoot(schema)?.schema['properties'])).toEqual(schemas.map(() => properties))
  const moved = flattenRoot({
    $id: 'https://canary.example/x',
    anyOf: [
      { properties: { a: { $ref: 'https://canary.example/x#/anyOf/1' }, b: { $ref: '#Part' } } },
      { $anchor: 'Part', properties: { c: text } },
    ],
  })
  expect(moved?.schema).toMatchObject({
    properties: { a: { $ref: '#/$defs/combinedAtTheRoot/anyOf/1' }, b: { $ref: '#Part' } },
    $defs: { combinedAtTheRoot: { anyOf: [{}, { $anchor: 'Part' }] } },
  })
})
