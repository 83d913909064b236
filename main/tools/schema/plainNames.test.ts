import { expect, it } from 'vitest'
import { originalNames, plainNames } from './plainNames'

// One argument named "filter[id]" made Anthropic refuse every request that listed its tool (beautyfree/appstore-connect-mcp#2).
it('gives names that an endpoint does not take others, says what they are, and gives arguments back under the names of the server', () => {
  const long = 'x'.repeat(65)
  const { schema, original } = plainNames({
    type: 'object',
    properties: {
      'filter[id]': { type: 'string', description: 'Which.' },
      filter_id: { $ref: '#/properties/filter%5Bid%5D' },
      'a b$': true,
      'a b%': {},
      имя: { type: 'string' },
      [long]: {},
    },
    required: ['filter[id]', 'filter_id'],
  })
  expect(schema).toEqual({
    type: 'object',
    properties: {
      filter_id_2: { type: 'string', description: 'Called "filter[id]". Which.' },
      filter_id: { $ref: '#/properties/filter_id_2' },
      a_b: { description: 'Called "a b$".' },
      a_b_2: { description: 'Called "a b%".' },
      argument: { type: 'string', description: 'Called "имя".' },
      [long.slice(0, 64)]: { description: `Called "${long}".` },
    },
    required: ['filter_id_2', 'filter_id'],
  })
  expect(originalNames({ filter_id_2: '1', filter_id: '2', argument: 3, 'a b$': 4, other: { a_b: 5 } }, original)).toEqual({
    'filter[id]': '1',
    filter_id: '2',
    имя: 3,
    'a b$': 4,
    other: { a_b: 5 },
  })
})

// One of the two values was lost, and nobody learned of it.
it('keeps an argument that a model gives under both names under both', () => {
  const { original } = plainNames({ type: 'object', properties: { 'a b': {} } })
  for (const args of [
    { 'a b': 1, a_b: 2 },
    { a_b: 2, 'a b': 1 },
  ])
    expect(originalNames(args, original)).toEqual({ 'a b': 1, a_b: 2 })
})

it('numbers names that are cut to the same beginning', () => {
  const names = Array.from({ length: 4 }, (_, index) => `${'x'.repeat(64)}!${index}`)
  const { schema } = plainNames({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) })
  const x = 'x'.repeat(57)
  expect(Object.keys(schema['properties'] ?? {})).toEqual(['x'.repeat(64), `${x}_2`, `${x}_3`, `${x}_4`])
})

it('leaves a schema whose names are taken as they are', () => {
  const schema = { type: 'object', properties: { 'a.b-c_D1': { properties: { 'a b': {} } } } }
  expect(plainNames(schema).schema).toBe(schema)
  expect(plainNames({ type: 'object' }).schema).toEqual({ type: 'object' })
})
