import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { misfitMessage } from '../../shared/domain/schemaMisfit'
import { ServerId } from '../../shared/domain/ids'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import { createTranslator } from '../../shared/i18n/translator'
import type { JsonObject } from '../../shared/lib/json'
import { SchemaChecker } from './schemaChecker'

// Every keyword of JSON Schema that a value can fail, through the real worker: the words are Parley's, in the person's language.

const checker = new SchemaChecker({ script: fileURLToPath(new URL('validationWorker.ts', import.meta.url)), limits: () => defaultLimits })
afterAll(() => checker[Symbol.asyncDispose]())

const english = await createTranslator('en')
const german = await createTranslator('de')

it.each<[schema: JsonObject, value: unknown, en: string, de: string]>([
  [{ type: 'integer' }, 'x', 'Must be a whole number', 'Muss eine ganze Zahl sein'],
  [{ type: ['string', 'null'] }, 1, 'Must be one of these: text and null', 'Muss eines von diesen sein: Text und null'],
  [{ enum: ['a', 'b'] }, 'c', 'Must be one of the values that are allowed', 'Muss einer der erlaubten Werte sein'],
  [{ const: 'a' }, 'c', 'Must be exactly a', 'Muss genau a sein'],
  [{ const: { deep: 1 } }, 'c', 'Does not fit its schema', 'Passt nicht zum Schema'],
  [{ minLength: 2 }, 'x', 'Must be at least 2 characters long', 'Muss mindestens 2 Zeichen lang sein'],
  [{ maxLength: 1 }, 'xx', 'Must be at most 1 character long', 'Darf höchstens 1 Zeichen lang sein'],
  [{ pattern: '^a' }, 'x', 'Does not match the pattern ^a', 'Passt nicht zum Muster ^a'],
  [{ minimum: 1000.5 }, 1, 'Must be at least 1,000.5', 'Muss mindestens 1.000,5 sein'],
  [{ exclusiveMaximum: 1 }, 1, 'Must be less than 1', 'Muss kleiner als 1 sein'],
  [{ multipleOf: 2 }, 1, 'Must be a multiple of 2', 'Muss ein Vielfaches von 2 sein'],
  [{ minItems: 1 }, [], 'Must have at least 1 entry', 'Muss mindestens 1 Eintrag haben'],
  [{ uniqueItems: true }, [1, 1], 'Has an entry twice', 'Ein Eintrag kommt doppelt vor'],
  [{ contains: { type: 'string' } }, [1], '“0” must be text', '„0“ muss Text sein'],
  [{ prefixItems: [{}], items: false }, [1, 2], 'Must have at most 1 entry', 'Darf höchstens 1 Eintrag haben'],
  [{ required: ['a/b'] }, {}, '“a/b” is required', '„a/b“ ist erforderlich'],
  [{ properties: { in: { required: ['a'] } } }, { in: {} }, '“in › a” is required', '„in › a“ ist erforderlich'],
  [{ additionalProperties: false }, { a: 1 }, '“a” is not allowed here', '„a“ ist hier nicht erlaubt'],
  [{ unevaluatedProperties: false }, { a: 1 }, '“a” is not allowed here', '„a“ ist hier nicht erlaubt'],
  [{ dependentRequired: { b: ['a'] } }, { b: 1 }, '“a” is required where “b” is given', '„a“ ist erforderlich, wenn „b“ angegeben ist'],
  [{ properties: { a: { uniqueItems: true } } }, { a: [1, 1] }, '“a” has an entry twice', 'In „a“ kommt ein Eintrag doppelt vor'],
  [{ maxProperties: 1 }, { a: 1, b: 2 }, 'Must have at most 1 field', 'Darf höchstens 1 Feld haben'],
  [{ not: {} }, 1, 'Has a form that is not allowed', 'Hat eine Form, die nicht erlaubt ist'],
  [{ oneOf: [{}, {}] }, 1, 'Must fit exactly one of the forms that are allowed', 'Muss zu genau einer der erlaubten Formen passen'],
  [{ if: {}, then: { type: 'string' } }, 1, 'Must be text', 'Muss Text sein'],
  [{ allOf: [false] }, 1, 'Is not allowed here', 'Ist hier nicht erlaubt'],
])('%j does not take %j: “%s”, “%s”', async (schema, value, inEnglish, inGerman) => {
  const found = await checker.check(ServerId.parse('one'), schema, value, new AbortController().signal)
  const [first] = found.verdict === 'invalid' ? found.misfits.map(misfitMessage) : []
  expect(first && [english.message(first), german.message(first)]).toEqual([inEnglish, inGerman])
})

const long = 'x'.repeat(30_000)
it.each<[what: string, schema: JsonObject]>([
  ['a text', { const: long }],
  ['a list with a long text', { const: [long] }],
  ['a list of seven lists', { const: Array.from({ length: 7 }, () => [long]) }],
  ['a pattern', { pattern: `^${long.slice(0, 500)}$` }],
  ['the name of a field', { dependentRequired: { [long]: ['a'] } }],
])('tells only the beginning of what a schema says where that is %s', async (_what, schema) => {
  const value = 'dependentRequired' in schema ? { [long]: 1 } : 'c'
  const found = await checker.check(ServerId.parse('one'), schema, value, new AbortController().signal)
  const [first] = found.verdict === 'invalid' ? found.misfits.map(misfitMessage) : []
  expect(first && english.message(first).length).toBeLessThan(300)
})
