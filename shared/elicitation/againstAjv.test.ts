import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRequestedSchema } from './parseRequestedSchema'
import { isDate, isDateTime, isEmail, isUri } from './textFormats'
import { validateFormContent } from './validateFormContent'
import { threadCpuMs } from '../testing/cpuMicros'

// Servers check answers with Ajv or a similar checker. An answer that the form accepts must pass there too.
const ajv = new Ajv({ strict: false })
addFormats(ajv)

const word = fc.constantFrom('a', 'b', 'c')
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 3 })
const titled = words.map((values) => values.map((value) => ({ const: value, title: value.toUpperCase() })))
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const count = optional(fc.nat(3))
const bound = optional(fc.integer({ min: -2, max: 2 }))
const format = optional(fc.constantFrom('email', 'uri', 'date', 'date-time'))

const fieldSchema = fc.oneof(
  fc.record({ type: fc.constant('string'), minLength: count, maxLength: count, format }),
  fc.record({ type: fc.constantFrom('number', 'integer'), minimum: bound, maximum: bound }),
  fc.record({ type: fc.constant('boolean') }),
  fc.record({ type: fc.constant('string'), enum: words }),
  fc.record({ type: fc.constant('string'), oneOf: titled }),
  fc.record({
    type: fc.constant('array'),
    items: fc.record({ type: fc.constant('string'), enum: words }),
    minItems: count,
    maxItems: count,
  }),
  fc.record({ type: fc.constant('array'), items: fc.record({ anyOf: titled }), minItems: count, maxItems: count }),
)
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 4 }),
  word,
  fc.emailAddress(),
  fc.webUrl(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
)
const answer = fc.oneof(text, fc.double(), fc.integer({ min: -3, max: 3 }), fc.boolean(), fc.array(word, { maxLength: 4 }))
const names = ['one', 'two', '__proto__']

describe('what a form lets through', () => {
  it('passes the checker of the server', () => {
    const entries = fc.tuple(...names.map(() => fc.tuple(optional(fieldSchema), optional(answer), fc.boolean())))
    fc.assert(
      fc.property(entries, (made) => {
        const asked = made.flatMap(([schema, , required], index) => (schema ? [{ name: names[index] ?? '', schema, required }] : []))
        const schema = {
          type: 'object',
          properties: Object.fromEntries(asked.map(({ name, schema: field }) => [name, JSON.parse(JSON.stringify(field))])),
          required: asked.filter(({ required }) => required).map(({ name }) => name),
        }
        const answers = Object.fromEntries(made.flatMap(([, given], index) => (given === undefined ? [] : [[names[index] ?? '', given]])))
        const { content, errors } = validateFormContent(parseRequestedSchema(schema), answers)
        if (errors.size === 0) expect([ajv.validate(schema, content), ajv.errorsText(), content]).toEqual([true, 'No errors', content])
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['email', isEmail],
    ['uri', isUri],
    ['date', isDate],
    ['date-time', isDateTime],
  ] as const)('is a %s to Ajv, too', (name, accepts) => {
    const check = ajv.compile({ type: 'string', format: name })
    const near = fc.oneof(
      text,
      fc.stringMatching(/^[a-c0-9@.:/?#[\]%TZ+-]{0,12}$/),
      fc.stringMatching(/^[a-z]{1,4}:\/\/[a-z0-9@.:/?#[\]%]{0,12}$/),
    )
    fc.assert(
      fc.property(near, (given) => {
        if (accepts(given)) expect([given, check(given)]).toEqual([given, true])
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a form takes what people type', () => {
  it.each(['name@example.org', 'first.last+tag@mail.example.co.uk'])('email %s', (given) => expect(isEmail(given)).toBe(true))
  it.each(['https://example.org', 'http://[::1]:80/a?b=c#d', 'mailto:a@b.c', 'urn:isbn:0451450523', 'file:///tmp/x%20y'])(
    'uri %s',
    (given) => expect(isUri(given)).toBe(true),
  )
  it.each(['https://exa mple.org', 'no-scheme', '//example.org', 'https://a/%zz', 'https://bücher.example'])('not uri %s', (given) =>
    expect(isUri(given)).toBe(false),
  )
  it('refuses long hostile text at once', () => {
    const started = threadCpuMs()
    const long = 'a'.repeat(200_000)
    expect([isEmail(`${long}@${long}`), isUri(`a:${long}%`), isUri(`https://${long}^`), isDateTime(long), isDate(long)]).toEqual(
      Array.from({ length: 5 }, () => false),
    )
    expect(threadCpuMs() - started).toBeLessThan(1_000)
  })
})
