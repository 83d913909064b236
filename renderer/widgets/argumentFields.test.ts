import { expect, it } from 'vitest'
import { argumentFields, argumentText, mayTakeArguments, readArgument, readArguments } from './argumentFields'

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    count: { type: 'integer', minimum: 1, maximum: 9 },
    on: { type: 'boolean' },
    kind: { enum: ['a', 'b'] },
    tags: { type: 'array', items: { type: 'string' } },
    deep: { type: 'object' },
  },
  required: ['name', 'count'],
}
const fields = argumentFields(schema, { extra: 'x' })

it('makes a field for every argument, and for those that the schema does not name', () => {
  expect(fields.map(({ key, kind, note }) => [key, kind, note])).toEqual([
    ['name', 'text', 'string, required'],
    ['count', 'integer', 'integer, 1 to 9, required'],
    ['on', 'boolean', 'boolean'],
    ['kind', 'choice', 'one of a list'],
    ['tags', 'strings', 'strings, one a line'],
    ['deep', 'json', 'object'],
    ['extra', 'text', 'string'],
  ])
})

it('reads back every value that it shows', () => {
  const value = { name: 'n\nm', count: 3, on: false, kind: 'b', tags: ['x', 'y'], deep: { a: [1] }, extra: 'x' }
  const read = Object.fromEntries(
    fields.map((field) => {
      const result = readArgument(field, argumentText(field, value[field.key as keyof typeof value]))
      return [field.key, result.ok ? result.value : result.error]
    }),
  )
  expect(read).toEqual(value)
})

it('says what is wrong with what cannot be read', () => {
  const wrong = (key: string, text: string): unknown => {
    const field = fields.find((each) => each.key === key)
    const read = field && readArgument(field, text)
    return read && !read.ok ? read.error : read
  }
  expect([wrong('count', ''), wrong('count', 'x'), wrong('count', '1.5')]).toEqual([
    'Needs a value',
    'Needs a number',
    'Needs a whole number',
  ])
  expect(wrong('deep', '{')).toContain('Not JSON')
})

it('TL-24: an argument that may be null is a field of its one other kind, and empty is null where nothing would say something else', () => {
  const nullable = argumentFields(
    {
      properties: {
        any: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }], description: 'How many', default: null },
        one: { oneOf: [{ type: 'null' }, { type: 'string' }] },
        types: { type: ['boolean', 'null'] },
        choice: { anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] },
        listed: { enum: [1, 2, null], default: 1 },
        must: { type: ['string', 'null'] },
        either: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
      },
      required: ['must'],
    },
    {},
  )
  expect(nullable.map(({ key, kind, note }) => [key, kind, note])).toEqual([
    ['any', 'integer', 'integer, at least 1, or leave empty'],
    ['one', 'text', 'string, or leave empty'],
    ['types', 'boolean', 'boolean, or leave empty'],
    ['choice', 'choice', 'one of a list, or leave empty'],
    ['listed', 'choice', 'one of a list, or leave empty'],
    ['must', 'text', 'string, or leave empty, required'],
    ['either', 'json', 'JSON'],
  ])
  const values = nullable.map((field) => readArgument(field, ''))
  expect(values.map((read) => (read.ok ? read.value : read.error))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    null,
    null,
    undefined,
  ])
  const [, , , choice, listed] = nullable
  expect([choice && readArgument(choice, 'a'), listed && readArgument(listed, '2'), listed && argumentText(listed, 2)]).toEqual([
    { ok: true, value: 'a' },
    { ok: true, value: 2 },
    '2',
  ])
})

it('TL-24: survives schemas that are nonsense', () => {
  for (const nonsense of [{}, { properties: 3 }, { properties: { a: null, b: [] }, required: 'x' }])
    expect(() => argumentFields(nonsense, { a: 1 })).not.toThrow()
})

it('takes only an object as arguments', () => {
  expect(readArguments('{"a":1}')).toEqual({ ok: true, value: { a: 1 } })
  expect([readArguments('[]').ok, readArguments('3').ok, readArguments('{').ok]).toEqual([false, false, false])
})

it('takes a tool for one without arguments only where its schema lets none in', () => {
  const none = [{}, { type: 'object' }, { type: 'object', properties: {}, required: [], additionalProperties: false, title: 'Nothing' }]
  const some = [
    { properties: { a: {} } },
    { additionalProperties: true },
    { patternProperties: { '^x': {} } },
    { $ref: '#/$defs/a' },
    { anyOf: [{}] },
  ]
  expect([none, some].map((schemas) => schemas.map((each) => mayTakeArguments(each, {})))).toEqual([
    none.map(() => false),
    some.map(() => true),
  ])
  expect(mayTakeArguments({}, { extra: 1 })).toBe(true)
})
