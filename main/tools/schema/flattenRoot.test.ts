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
  const often = Array.from({ length: 5_000 }, () => ({ $ref: '#/$defs/wide' }))
  expect(flattenRoot({ allOf: often, $defs: { wide } })).toBeUndefined()
})
