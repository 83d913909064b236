import { describe, expect, it } from 'vitest'
import type { FormField } from '../domain/formField'
import { parseRequestedSchema } from './parseRequestedSchema'
import { validateFormContent } from './validateFormContent'

const check = (schema: unknown, answer: unknown, required = false) => {
  const fields = parseRequestedSchema({ type: 'object', properties: { field: schema }, ...(required && { required: ['field'] }) })
  const { content, errors } = validateFormContent(fields, answer === undefined ? {} : { field: answer })
  return errors.get('field') ?? (Object.hasOwn(content, 'field') ? { sends: content['field'] } : 'sends nothing')
}
const text = (format: string) => ({ type: 'string', format })
const colours = { type: 'array', items: { enum: ['r', 'g', 'b'] } }

describe('validateFormContent', () => {
  it.each([
    ['text', { type: 'string' }, 'a', { sends: 'a' }],
    ['text that is not text', { type: 'string' }, 7, { id: 'fields.text' }],
    ['short text', { type: 'string', minLength: 2 }, 'a', { id: 'fields.atLeastLong', params: { count: 2 } }],
    ['long text', { type: 'string', maxLength: 1 }, 'ab', { id: 'fields.atMostLong', params: { count: 1 } }],
    ['an emoji, which is one character', { type: 'string', maxLength: 1 }, '🦜', { sends: '🦜' }],
    ['text against a pattern, which is ignored', { type: 'string', pattern: '^b$' }, 'a', { sends: 'a' }],
    ['an email address', text('email'), 'ann@example.org', { sends: 'ann@example.org' }],
    ['no email address', text('email'), 'ann.example.org', { id: 'fields.email' }],
    ['an address', text('uri'), 'https://example.org/a?b#c', { sends: 'https://example.org/a?b#c' }],
    ['half an address', text('uri'), 'example.org/a', { id: 'fields.uri' }],
    ['an address with a space', text('uri'), 'https://example.org/a b', { id: 'fields.uri' }],
    ['a date', text('date'), '2024-02-29', { sends: '2024-02-29' }],
    ['a day that does not exist', text('date'), '2023-02-29', { id: 'fields.date' }],
    ['a date and time', text('date-time'), '2025-01-02T03:04:05.6+01:00', { sends: '2025-01-02T03:04:05.6+01:00' }],
    ['no time zone', text('date-time'), '2025-01-02T03:04:05', { id: 'fields.dateTime' }],
    ['an hour that does not exist', text('date-time'), '2025-01-02T24:04:05Z', { id: 'fields.dateTime' }],
    ['a number', { type: 'number' }, 1.5, { sends: 1.5 }],
    ['zero', { type: 'number' }, 0, { sends: 0 }],
    ['a number as text', { type: 'number' }, '1.5', { id: 'fields.number' }],
    ['no number', { type: 'number' }, Number.NaN, { id: 'fields.number' }],
    ['a broken whole number', { type: 'integer' }, 1.5, { id: 'fields.wholeNumber' }],
    ['too small', { type: 'integer', minimum: 1 }, 0, { id: 'fields.atLeast', params: { least: '1' } }],
    ['too large', { type: 'number', maximum: 1 }, 1.1, { id: 'fields.atMost', params: { most: '1' } }],
    ['no', { type: 'boolean' }, false, { sends: false }],
    ['neither yes nor no', { type: 'boolean' }, 'false', { id: 'fields.yesOrNo' }],
    ['a choice', { type: 'string', oneOf: [{ const: 'r', title: 'Red' }] }, 'r', { sends: 'r' }],
    ['the title of a choice', { type: 'string', oneOf: [{ const: 'r', title: 'Red' }] }, 'Red', { id: 'fields.oneOf' }],
    ['an empty text that is a choice', { type: 'string', enum: ['', 'a'] }, '', { sends: '' }],
    ['choices, in the order of the form', colours, ['b', 'r', 'b'], { sends: ['r', 'b'] }],
    ['a choice that is not offered', colours, ['r', 'x'], { id: 'fields.someOf' }],
    ['too few choices', { ...colours, minItems: 2 }, ['r'], { id: 'fields.chooseAtLeast', params: { count: 2 } }],
    ['too many choices', { ...colours, maxItems: 1 }, ['r', 'g'], { id: 'fields.chooseAtMost', params: { count: 1 } }],
  ])('EL-08, EL-11, EL-12, EL-13: %s', (_name, schema, answer, expected) => {
    expect(check(schema, answer)).toEqual(expected)
  })

  it.each([
    ['text', { type: 'string', minLength: 3, format: 'email' }, ''],
    ['a number', { type: 'number', minimum: 3 }, ''],
    ['a choice', { type: 'string', enum: ['a'] }, ''],
    ['choices', { ...colours, minItems: 1 }, []],
    ['yes or no', { type: 'boolean' }, undefined],
    ['an unsupported field', { type: 'object' }, 'x'],
  ])('leaves out %s that was left empty, and asks for it where it is required', (_name, schema, empty) => {
    expect(check(schema, empty)).toBe('sends nothing')
    expect(check(schema, empty, true)).toMatchObject({
      id: expect.stringMatching(/^fields\.(fillIn|choose|chooseAtLeast|yesOrNo|notOffered)$/),
    })
  })

  it('sends an empty list where the field is required and no count forbids it', () => {
    expect(check(colours, [], true)).toEqual({ sends: [] })
  })

  it('sends only fields of the form', () => {
    expect(validateFormContent([], { stray: 'x' }).content).toEqual({})
  })

  it('takes __proto__ and constructor for plain names', () => {
    const fields: FormField[] = [
      { key: '__proto__', kind: 'string', required: true },
      { key: 'constructor', kind: 'string', required: true },
      { key: 'toString', kind: 'string', required: false },
    ]
    const { content, errors } = validateFormContent(fields, JSON.parse('{"__proto__":"a"}'))
    expect([JSON.stringify(content), [...errors]]).toEqual(['{"__proto__":"a"}', [['constructor', { id: 'fields.fillIn' }]]])
  })
})
