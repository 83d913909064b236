import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formBudget, parseRequestedSchema } from './parseRequestedSchema'

const form = (properties: unknown, required?: unknown) => parseRequestedSchema({ type: 'object', properties, required })
const one = (schema: unknown) => form({ field: schema })[0]

describe('parseRequestedSchema reads every field kind of every version', () => {
  const choices = [
    { value: 'r', label: 'Red' },
    { value: 'g', label: 'Green' },
  ]
  const titled = [
    { const: 'r', title: 'Red' },
    { const: 'g', title: 'Green' },
  ]
  const plain = [
    { value: 'r', label: 'r' },
    { value: 'g', label: 'g' },
  ]
  it.each([
    ['text', { type: 'string', minLength: 1, maxLength: 9, default: 'a' }, { kind: 'string', minLength: 1, maxLength: 9, default: 'a' }],
    ['an email address', { type: 'string', format: 'email' }, { kind: 'string', format: 'email' }],
    ['an address', { type: 'string', format: 'uri' }, { kind: 'string', format: 'uri' }],
    ['a date', { type: 'string', format: 'date' }, { kind: 'string', format: 'date' }],
    ['a date and time', { type: 'string', format: 'date-time' }, { kind: 'string', format: 'date-time' }],
    ['text of an unknown format', { type: 'string', format: 'ipv4' }, { kind: 'string' }],
    ['text with a pattern, which is ignored', { type: 'string', pattern: '^(a+)+$' }, { kind: 'string' }],
    [
      'a number',
      { type: 'number', minimum: 0.5, maximum: 2, default: 1.5 },
      { kind: 'number', integer: false, minimum: 0.5, maximum: 2, default: 1.5 },
    ],
    ['a whole number', { type: 'integer', default: 0 }, { kind: 'number', integer: true, default: 0 }],
    ['yes or no', { type: 'boolean', default: false }, { kind: 'boolean', default: false }],
    ['an untitled choice', { type: 'string', enum: ['r', 'g'], default: 'g' }, { kind: 'choice', choices: plain, default: 'g' }],
    ['a titled choice', { type: 'string', oneOf: titled }, { kind: 'choice', choices }],
    ['a choice with legacy enumNames', { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] }, { kind: 'choice', choices }],
    ['a choice with too few names', { type: 'string', enum: ['r', 'g'], enumNames: [] }, { kind: 'choice', choices: plain }],
    [
      'untitled choices',
      { type: 'array', items: { type: 'string', enum: ['r', 'g'] }, minItems: 1, maxItems: 2, default: ['r'] },
      { kind: 'choices', choices: plain, minItems: 1, maxItems: 2, default: ['r'] },
    ],
    ['titled choices', { type: 'array', items: { anyOf: titled } }, { kind: 'choices', choices }],
  ])('EL-09, EL-11, EL-12, EL-13: %s', (_name, schema, expected) => {
    expect(one(schema)).toEqual({ key: 'field', required: false, ...expected })
  })

  it('keeps order, titles, descriptions and required marks', () => {
    expect(form({ b: { type: 'string', title: 'B', description: 'second' }, a: { type: 'boolean' } }, ['a'])).toEqual([
      { key: 'b', kind: 'string', title: 'B', description: 'second', required: false },
      { key: 'a', kind: 'boolean', required: true },
    ])
  })
})

describe('parseRequestedSchema says why a field cannot be offered', () => {
  it.each([
    ['a nested object', { type: 'object', properties: {} }, { id: 'fields.nested' }],
    ['free lists', { type: 'array', items: { type: 'string' } }, { id: 'fields.anyList' }],
    ['a field without schema', true, { id: 'fields.unknown' }],
    ['an unknown type', { type: 'null' }, { id: 'fields.otherKind' }],
    ['no choices', { type: 'string', enum: [] }, { id: 'fields.noChoices' }],
    ['bounds that exclude each other', { type: 'number', minimum: 2, maximum: 1 }, { id: 'fields.values' }],
    ['lengths that exclude each other', { type: 'string', minLength: 2, maxLength: 1 }, { id: 'fields.lengths' }],
    ['more picks than choices', { type: 'array', items: { enum: ['a'] }, minItems: 2 }, { id: 'fields.tooFewChoices' }],
  ])('EL-14: %s', (_name, schema, reason) => {
    expect(one(schema)).toEqual({ key: 'field', required: false, kind: 'unsupported', reason })
  })

  it('shows a required field that was never described', () => {
    expect(form({}, ['ghost'])).toEqual([{ key: 'ghost', required: true, kind: 'unsupported', reason: { id: 'fields.undescribed' } }])
  })

  it('drops a default that is not among the choices, and choices that repeat', () => {
    expect(one({ type: 'string', enum: ['a', 'a'], default: 'b' })).toEqual({
      key: 'field',
      required: false,
      kind: 'choice',
      choices: [{ value: 'a', label: 'a' }],
    })
  })
})

describe('parseRequestedSchema has a budget', () => {
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, { type: 'string' }]))
  const values = (count: number) => ({ type: 'string', enum: Array.from({ length: count }, (_, index) => `${index}`) })

  it('H09: takes as many fields as its budget, and refuses one more', () => {
    expect(form(fields(formBudget.fields))).toHaveLength(formBudget.fields)
    expect(() => form(fields(formBudget.fields + 1))).toThrow('elicitation.tooManyFields')
    // A name that is required and not described becomes a field as well.
    expect(() => form({}, Object.keys(fields(formBudget.fields + 1)))).toThrow('elicitation.tooManyFields')
  })

  it('H09: takes as many choices as its budget, and sets a field with one more aside', () => {
    expect(one(values(formBudget.choicesPerField))?.kind).toBe('choice')
    expect(one(values(formBudget.choicesPerField + 1))).toMatchObject({ kind: 'unsupported' })
  })

  it.each([[undefined], [null], [[]], ['x'], [{ type: 'string' }], [{ type: 'object', properties: [] }]])(
    'refuses %j, which is no form',
    (schema) => {
      expect(() => parseRequestedSchema(schema)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    },
  )

  it('H09: cuts titles, descriptions and labels to what a person can read, and never a value', () => {
    const long = '😀'.repeat(10_000)
    const [text, choices] = parseRequestedSchema({
      type: 'object',
      properties: {
        a: { type: 'string', title: `x${long}`, description: `x${long}` },
        b: { type: 'string', oneOf: [{ const: long, title: long }] },
      },
    })
    expect([text?.title?.length, text?.description?.length, text?.title?.isWellFormed()]).toEqual([1_000, 8_000, true])
    expect(choices).toMatchObject({ choices: [{ value: long, label: `${'😀'.repeat(500)}…` }] })
  })

  it('treats __proto__ and constructor as names of fields', () => {
    const schema: unknown = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"boolean"}},"required":["__proto__"]}',
    )
    expect(parseRequestedSchema(schema)).toEqual([
      { key: '__proto__', kind: 'string', required: true },
      { key: 'constructor', kind: 'boolean', required: false },
    ])
  })

  it('never throws anything but INVALID_INPUT, whatever a server sends', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (schema, required) => {
        try {
          for (const field of form({ field: schema }, required)) expect(typeof field.kind).toBe('string')
        } catch (thrown) {
          expect(thrown).toMatchObject({ code: 'INVALID_INPUT' })
        }
      }),
    )
  })
})
