// Runs as a thread of its own, and in tests straight from this file: it imports nothing of Parley's but types.
import { parentPort } from 'node:worker_threads'
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { RE2JS, RE2JSException } from 're2js'
import type { Message } from '../../shared/messages/message'

interface Task {
  readonly id: number
  /** Server and hash of the schema: a schema is compiled for one server and never serves another. */
  readonly key: string
  readonly schema: unknown
  readonly value: unknown
}

interface Compiled {
  readonly validate: ValidateFunction
  /** Patterns that are valid in JavaScript but not in the engine that cannot be made to run forever. */
  readonly skipped: readonly string[]
}

const COMPILED_KEPT = 200
const ERRORS_TOLD = 20
const compiled = new Map<string, Compiled>()

/** What came as a schema is none. */
class NoSchema extends Error {}

/** A fresh Ajv for every schema: neither `$id`s nor anchors of one can be seen from another. */
function compile(schema: unknown): Compiled {
  const skipped: string[] = []
  const options: Options = {
    strict: false,
    logger: false,
    // In 2020-12 `format` is a remark; the server has the last word on its own values.
    validateFormats: false,
    meta: false,
    validateSchema: false,
    // A property called "constructor" is one only where the value really has it.
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

/** Matches in time that grows with the text only, whatever pattern a server wrote. */
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

/** `nullable` is OpenAPI's, not JSON Schema's; Ajv refuses the whole schema where it stands without a type. */
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
    if (!known.validate(task.value)) return { verdict: 'invalid', errors: told(known.validate.errors ?? []) }
    const [unchecked] = known.skipped
    return { verdict: 'valid', ...(unchecked !== undefined && { unchecked }) }
  } catch (thrown) {
    return { verdict: 'unverifiable', reason: unreadable(thrown) }
  }
}

function unreadable(thrown: unknown): Message {
  if (thrown instanceof NoSchema) return { id: 'errors.schemas.unreadable', params: { why: { id: 'errors.schemas.noSchema' } } }
  return { id: 'errors.schemas.unreadable', params: { why: (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, 300) } }
}

function told(errors: readonly ErrorObject[]): string[] {
  return errors.slice(0, ERRORS_TOLD).map(({ instancePath, keyword, message, params }) => {
    const extra = 'additionalProperty' in params ? ` (${String(params['additionalProperty'])})` : ''
    return `${instancePath || '/'} ${message ?? keyword}${extra}`.slice(0, 300)
  })
}

// What is slow the first time is done before the clock of the first check starts.
check({
  id: 0,
  key: '',
  schema: { type: 'object', properties: { a: { type: 'string', pattern: '^a' } }, required: ['a'] },
  value: { a: 'a' },
})
parentPort?.on('message', (task: Task) => parentPort?.postMessage({ id: task.id, ...check(task) }))
parentPort?.postMessage({ id: 0 })
