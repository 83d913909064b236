import { describe, expect, it } from 'vitest'
import type { FormField } from '../domain/formField'
import { formFields } from './formFields'
import { validateAnswers } from './validateAnswers'

const check = (schema: unknown, answer: unknown, required = false) => {
  const fields = formFields({ type: 'object', properties: { field: schema }, ...(required && { required: ['field'] }) })
  const { content, errors } = validateAnswers(fields, answer === undefined ? {} : { field: answer })
  return errors.get('field') ?? (Object.hasOwn(content, 'field') ? { sends: content['field'] } : 'sends nothing')
}
const text = (format: string) => ({ type: 'string', format })
const colours = { type: 'array', items: { enum: ['r', 'g', 'b'] } }

describe('validateAnswers', () => {
  it.each([
    ['text', { type: 'string' }, 'a', { sends: 'a' }],
    ['text that is not text', { type: 'string' }, 7, 'Enter text'],
    ['short text', { type: 'string', minLength: 2 }, 'a', 'At least 2 characters'],
    ['long text', { type: 'string', maxLength: 1 }, 'ab', 'At most 1 character'],
    ['an emoji, which is one character', { type: 'string', maxLength: 1 }, '🦜', { sends: '🦜' }],
    ['text against a pattern, which is ignored', { type: 'string', pattern: '^b$' }, 'a', { sends: 'a' }],
    ['an email address', text('email'), 'ann@example.org', { sends: 'ann@example.org' }],
    ['no email address', text('email'), 'ann.example.org', 'Enter an email address such as name@example.org'],
    ['an address', text('uri'), 'https://example.org/a?b#c', { sends: 'https://example.org/a?b#c' }],
    ['half an address', text('uri'), 'example.org/a', 'Enter a whole address such as https://example.org/'],
    ['an address with a space', text('uri'), 'https://example.org/a b', 'Enter a whole address such as https://example.org/'],
    ['a date', text('date'), '2024-02-29', { sends: '2024-02-29' }],
    ['a day that does not exist', text('date'), '2023-02-29', 'Enter a date such as 2025-12-31'],
    ['a date and time', text('date-time'), '2025-01-02T03:04:05.6+01:00', { sends: '2025-01-02T03:04:05.6+01:00' }],
    ['no time zone', text('date-time'), '2025-01-02T03:04:05', 'Enter a date, time and time zone such as 2025-12-31T18:30:00Z'],
    [
      'an hour that does not exist',
      text('date-time'),
      '2025-01-02T24:04:05Z',
      'Enter a date, time and time zone such as 2025-12-31T18:30:00Z',
    ],
    ['a number', { type: 'number' }, 1.5, { sends: 1.5 }],
    ['zero', { type: 'number' }, 0, { sends: 0 }],
    ['a number as text', { type: 'number' }, '1.5', 'Enter a number'],
    ['no number', { type: 'number' }, Number.NaN, 'Enter a number'],
    ['a broken whole number', { type: 'integer' }, 1.5, 'Enter a whole number'],
    ['too small', { type: 'integer', minimum: 1 }, 0, 'At least 1'],
    ['too large', { type: 'number', maximum: 1 }, 1.1, 'At most 1'],
    ['no', { type: 'boolean' }, false, { sends: false }],
    ['neither yes nor no', { type: 'boolean' }, 'false', 'Choose yes or no'],
    ['a choice', { type: 'string', oneOf: [{ const: 'r', title: 'Red' }] }, 'r', { sends: 'r' }],
    ['the title of a choice', { type: 'string', oneOf: [{ const: 'r', title: 'Red' }] }, 'Red', 'Choose one of the choices'],
    ['an empty text that is a choice', { type: 'string', enum: ['', 'a'] }, '', { sends: '' }],
    ['choices, in the order of the form', colours, ['b', 'r', 'b'], { sends: ['r', 'b'] }],
    ['a choice that is not offered', colours, ['r', 'x'], 'Choose from the choices'],
    ['too few choices', { ...colours, minItems: 2 }, ['r'], 'Choose at least 2'],
    ['too many choices', { ...colours, maxItems: 1 }, ['r', 'g'], 'Choose at most 1'],
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
    expect(check(schema, empty, true)).toMatch(/^(Fill this in|Choose|It is required)/)
  })

  it('sends an empty list where the field is required and no count forbids it', () => {
    expect(check(colours, [], true)).toEqual({ sends: [] })
  })

  it('sends only fields of the form', () => {
    expect(validateAnswers([], { stray: 'x' }).content).toEqual({})
  })

  it('takes __proto__ and constructor for plain names', () => {
    const fields: FormField[] = [
      { key: '__proto__', kind: 'string', required: true },
      { key: 'constructor', kind: 'string', required: true },
      { key: 'toString', kind: 'string', required: false },
    ]
    const { content, errors } = validateAnswers(fields, JSON.parse('{"__proto__":"a"}'))
    expect([JSON.stringify(content), [...errors]]).toEqual(['{"__proto__":"a"}', [['constructor', 'Fill this in']]])
  })
})
