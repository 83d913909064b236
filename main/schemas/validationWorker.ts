// Runs in its own thread, and in tests directly from this file. It imports only types from Parley.
import { parentPort } from 'node:worker_threads'
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { RE2JS, RE2JSException } from 're2js'
import type { Message } from '../../shared/i18n/message'

interface Task {
  readonly id: number
  /** The server and the schema's hash. A compiled schema is never shared between servers. */
  readonly key: string
  readonly schema: unknown
  readonly value: unknown
}

interface Compiled {
  readonly validate: ValidateFunction
  /** Valid JavaScript patterns that the linear-time engine does not support. */
  readonly skipped: readonly string[]
}

const COMPILED_KEPT = 200
const ERRORS_TOLD = 20
const TOLD_CHARACTERS = 200
/** JSON has seven types. A longer list is not one of types. */
const TYPES = 7
const compiled = new Map<string, Compiled>()

/** The value is not a schema. */
class NoSchema extends Error {}

/** A new Ajv instance for every schema, so that no schema sees the `$id`s or anchors of another. */
function compile(schema: unknown): Compiled {
  const skipped: string[] = []
  const options: Options = {
    strict: false,
    logger: false,
    // In 2020-12 `format` is only an annotation. The server validates its own values.
    validateFormats: false,
    meta: false,
    validateSchema: false,
    // A property such as "constructor" counts only if the value itself has it.
    ownProperties: true,
    allErrors: true,
    code: { regExp: Object.assign((pattern: string) => linearPattern(pattern, skipped), { code: 'linearPattern' }) },
  }
  const named = isObject(schema) ? schema['$schema'] : undefined
  const dialect = typeof named === 'string' ? named : ''
  const ajv = /draft-0[67]/.test(dialect) ? new Ajv(options) : /2019-09/.test(dialect) ? new Ajv2019(options) : new Ajv2020(options)
  const known = tolerated(schema)
  if (typeof known !== 'boolean' && !isObject(known)) throw new NoSchema()
  return { validate: ajv.compile(known), skipped }
}

/** Matches in linear time, whatever the pattern. */
function linearPattern(pattern: string, skipped: string[]): { test(text: string): boolean } {
  try {
    const compiledPattern = RE2JS.compile(RE2JS.translateRegExp(pattern))
    return { test: (text) => compiledPattern.matcher(text).find() }
  } catch (thrown) {
    if (!(thrown instanceof RE2JSException)) throw thrown
    skipped.push(pattern)
    return { test: () => true }
  }
}

/** Removes OpenAPI's `nullable`, which is not JSON Schema. Ajv refuses a schema that has it without a type. */
function tolerated(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tolerated)
  if (!isObject(schema)) return schema
  const entries = Object.entries(schema).filter(([name, value]) => name !== 'nullable' || typeof value !== 'boolean' || 'type' in schema)
  return Object.fromEntries(entries.map(([name, value]) => [name, tolerated(value)]))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function check(task: Task): object {
  try {
    const known = compiled.get(task.key) ?? compile(task.schema)
    compiled.delete(task.key)
    compiled.set(task.key, known)
    const oldest = compiled.keys().next()
    if (compiled.size > COMPILED_KEPT && !oldest.done) compiled.delete(oldest.value)
    if (!known.validate(task.value)) return { verdict: 'invalid', misfits: told(known.validate.errors ?? []) }
    const [unchecked] = known.skipped
    return { verdict: 'valid', ...(unchecked !== undefined && { unchecked }) }
  } catch (thrown) {
    return { verdict: 'unverifiable', reason: unreadable(thrown) }
  }
}

function unreadable(thrown: unknown): Message {
  if (thrown instanceof NoSchema) return { id: 'errors.schemas.unreadable', params: { why: { id: 'errors.schemas.noSchema' } } }
  // The library's texts hold the server's own words. They stay inside of the quotation marks that the sentence puts around them.
  const why = (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, 300).replaceAll(/[“”„‟"]/g, "'")
  return { id: 'errors.schemas.faulty', params: { why } }
}

/** The library's own texts are English, so only what they are made of is told. `explainMisfit.ts` has the words. */
function told(errors: readonly ErrorObject[]): object[] {
  return errors.slice(0, ERRORS_TOLD).map(({ instancePath, keyword, params }) => ({
    pointer: instancePath.slice(0, TOLD_CHARACTERS),
    keyword,
    params: Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (isTold(value) ? [[name, cut(value)]] : []))),
  }))
}

/** Of lists only short ones of texts, such as types, are told. Values of any other form can have any size, such as all that an `enum` allows. */
function isTold(value: unknown): boolean {
  if (Array.isArray(value)) return value.length <= TYPES && value.every((item) => typeof item === 'string')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function cut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cut)
  return typeof value === 'string' ? value.slice(0, TOLD_CHARACTERS) : value
}

// Warms up what is slow the first time, before the first check is timed.
check({
  id: 0,
  key: '',
  schema: { type: 'object', properties: { a: { type: 'string', pattern: '^a' } }, required: ['a'] },
  value: { a: 'a' },
})
parentPort?.on('message', (task: Task) => parentPort?.postMessage({ id: task.id, ...check(task) }))
parentPort?.postMessage({ id: 0 })
