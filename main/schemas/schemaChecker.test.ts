import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import type { JsonObject } from '../../shared/lib/json'
import { LagMeter } from '../testing/lagMeter'
import { SchemaChecker } from './schemaChecker'

const script = fileURLToPath(new URL('validationWorker.ts', import.meta.url))
const checker = new SchemaChecker({ script, limits: () => defaultLimits })
afterAll(() => checker[Symbol.asyncDispose]())

const check = (schema: JsonObject, value: unknown, server = 'one') =>
  checker.check(ServerId.parse(server), schema, value, new AbortController().signal)

it('says what does not fit, and where', async () => {
  const schema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'], additionalProperties: false }
  expect(await check(schema, { a: 1 })).toEqual({ verdict: 'valid' })
  expect(await check(schema, { a: 'x' })).toEqual({
    verdict: 'invalid',
    misfits: [{ pointer: '/a', what: { kind: 'type', params: { type: { id: 'misfits.type.number' } } } }],
  })
  expect(await check(schema, { a: 1, b: 2 })).toEqual({
    verdict: 'invalid',
    misfits: [{ pointer: '/b', what: { kind: 'notAllowed' } }],
  })
})

it('JR-09, TL-24: reads a schema in the dialect that it names, and 2020-12 where it names none', async () => {
  const tuple = (schema: JsonObject) => check({ ...schema, type: 'array' }, [1, 'x'])
  const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#' }
  expect((await tuple({ ...draft07, items: [{ type: 'number' }, { type: 'number' }] })).verdict).toBe('invalid')
  expect((await tuple({ prefixItems: [{ type: 'number' }, { type: 'number' }] })).verdict).toBe('invalid')
  expect((await tuple({ $schema: 'http://json-schema.org/draft-04/schema#' })).verdict).toBe('unverifiable')
})

it.each(['^(a+)+$', '^(a|a)*$', '(.*a){25}', '^([\\w.-]+)+@'])('J01: %s cannot hold up anything', async (pattern) => {
  const text = `${'a'.repeat(5_000)}!`
  expect((await check({ type: 'string', pattern }, text)).verdict).not.toBe('unverifiable')
  expect((await check({ type: 'object', patternProperties: { [pattern]: { type: 'null' } } }, { [text]: 1 })).verdict).not.toBe(
    'unverifiable',
  )
})

it('says that a pattern which the safe engine does not know was not checked', async () => {
  expect(await check({ type: 'string', pattern: '^(?!no)' }, 'no')).toMatchObject({
    verdict: 'valid',
    unchecked: expect.stringContaining('(?!no)'),
  })
})

it('J02: patterns anywhere in a schema, formats and $data cannot hold up anything either', async () => {
  const text = `${'a'.repeat(5_000)}!`
  const patterns = ['^(a+)+$', '^([\\w.-]+)+@']
  for (const pattern of patterns) {
    for (const [schema, value] of [
      [{ type: 'object', propertyNames: { pattern } }, { [text]: 1 }],
      [{ type: 'object', propertyNames: { allOf: [{ pattern }, { pattern: `${pattern}|b` }] } }, { [text]: 1 }],
      [{ items: { pattern } }, [text, text]],
      [{ not: { pattern } }, text],
    ] as const)
      expect((await check(schema, value)).verdict).not.toBe('unverifiable')
  }
  // A format is a remark, and `$data`, by which a value could bring its own pattern, is not a word that Parley knows.
  expect((await check({ type: 'string', format: 'email' }, `${'a@'.repeat(5_000)}!`)).verdict).toBe('valid')
  const own = { properties: { pattern: { type: 'string' }, text: { type: 'string', pattern: { $data: '1/pattern' } } } }
  expect((await check(own, { pattern: '^(a+)+$', text })).verdict).not.toBe('invalid')
})

it('J03: a schema that is made of itself is unverifiable, and the next one works', async () => {
  expect((await check({ allOf: [{ $ref: '#' }, { $ref: '#' }] }, {})).verdict).toBe('unverifiable')
  expect((await check({ type: 'object' }, {})).verdict).toBe('valid')
})

it('J04, JR-13: a schema that takes too long is stopped, stays unverifiable, and the next one works', { tags: ['slow'] }, async () => {
  const items = Array.from({ length: 4_000 }, (_, index) => ({ a: index, b: { c: index } }))
  const slow = { type: 'array', uniqueItems: true }
  const first = await check(slow, items)
  expect(first).toEqual({ verdict: 'unverifiable', reason: { id: 'errors.schemas.checkTooLong', params: { ms: '100' } } })
  expect(await check(slow, [1, 2])).toEqual(first)
  expect((await check({ type: 'array' }, items)).verdict).toBe('valid')
})

const choices = (depth: number): JsonObject => (depth === 0 ? { type: 'number' } : { oneOf: [choices(depth - 1), choices(depth - 1)] })

it.each<[string, JsonObject, unknown]>([
  ['ten thousand choices', { anyOf: Array.from({ length: 10_000 }, (_, index) => ({ const: index })) }, -1],
  ['choices that are cut at the limit', { anyOf: Array.from({ length: 9_000 }, (_, index) => ({ const: index })) }, -1],
  ['choices in choices', choices(12), 'x'],
  ['a hundred thousand values', { enum: Array.from({ length: 100_000 }, (_, index) => index) }, -1],
])('J04: %s are refused or stopped, stall nothing, and the next one works', { tags: ['slow'] }, async (_what, schema, value) => {
  const meter = new LagMeter()
  expect((await check(schema, value)).verdict).not.toBe('valid')
  expect((await check({ type: 'object' }, {})).verdict).toBe('valid')
  const { stallMs, grownMb } = await meter.stop()
  expect(stallMs).toBeLessThan(2_000)
  expect(grownMb).toBeLessThan(300)
})

it('J05, JR-11: a reference to somewhere else is told and never followed', async () => {
  let requests = 0
  const server = createServer((_request, response) => {
    requests++
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  for (const reference of [`http://127.0.0.1:${port}/x`, 'https://canary.invalid/x', 'file:///etc/passwd', '//host/x', 'other.json']) {
    expect((await check({ properties: { a: { $ref: reference } } }, { a: 1 })).verdict).toBe('unverifiable')
    expect(
      (await check({ $id: 'https://canary.invalid/base', properties: { a: { $dynamicRef: `${reference}#y` } } }, { a: 1 })).verdict,
    ).toBe('unverifiable')
  }
  server.close()
  expect(requests).toBe(0)
})

it('J05: says which address was not followed, before the schema is compiled at all', async () => {
  const reason = { id: 'errors.schemas.elsewhere', params: { address: 'https://canary.invalid/x' } }
  for (const name of ['$ref', '$dynamicRef', '$recursiveRef']) {
    expect(await check({ properties: { a: { [name]: 'https://canary.invalid/x' } } }, { b: 1 })).toEqual({
      verdict: 'unverifiable',
      reason,
    })
  }
})

it('J06: schemas with the same $id, of two servers or of one, do not touch each other', async () => {
  const $id = 'https://example.com/same'
  expect((await check({ $id, type: 'string' }, 'x', 'one')).verdict).toBe('valid')
  expect((await check({ $id, type: 'number' }, 'x', 'two')).verdict).toBe('invalid')
  expect((await check({ $id, type: 'number' }, 'x', 'one')).verdict).toBe('invalid')
  expect((await check({ $id: 'https://json-schema.org/draft/2020-12/schema', type: 'number' }, 1)).verdict).toBe('valid')
  expect((await check({ $id, $defs: { s: { type: 'string' } }, properties: { a: { $ref: `${$id}#/$defs/s` } } }, { a: 1 })).verdict).toBe(
    'invalid',
  )
})

it('J07: a schema that comes five thousand times, and hundreds that come once, leave nothing behind', { tags: ['slow'] }, async () => {
  const worker = new Worker(script, { execArgv: [], env: {} })
  const [, heapOf] = [await once(worker, 'message'), async () => (await worker.getHeapStatistics()).used_heap_size]
  const ask = async (key: string, schema: unknown) => {
    worker.postMessage({ id: 1, key, schema, value: { a: 1 } })
    await once(worker, 'message')
  }
  const schemaOf = (index: number) => ({
    $id: `https://example.com/${index}`,
    properties: { [`a${index}`]: { type: 'string', pattern: '^a' } },
  })
  for (let index = 0; index < 250; index++) await ask(`s ${index}`, schemaOf(index))
  const before = await heapOf()
  for (let index = 250; index < 700; index++) await ask(`s ${index}`, schemaOf(index))
  for (let time = 0; time < 5_000; time++) await ask('s same', schemaOf(1))
  expect((await heapOf()) - before).toBeLessThan(20 * 1024 * 1024)
  await worker.terminate()
})

it('J09: names that every object has are data like any other', async () => {
  const schema = JSON.parse('{"properties":{"constructor":{"type":"string"},"toString":{"type":"string"}},"required":["hasOwnProperty"]}')
  expect((await check(schema, {})).verdict).toBe('invalid')
  expect((await check(schema, { hasOwnProperty: 1 })).verdict).toBe('valid')
})

it('takes a recursive schema, and what OpenAPI adds to one', async () => {
  const tree = { type: 'object', properties: { child: { $ref: '#' }, name: { nullable: true } }, additionalProperties: false }
  expect((await check(tree, { child: { child: {} } })).verdict).toBe('valid')
  expect((await check(tree, { child: { other: {} } })).verdict).toBe('invalid')
})

it('ends at once when nobody waits any more', async () => {
  const signal = AbortSignal.abort(new Error('gone'))
  await expect(checker.check(ServerId.parse('one'), {}, 1, signal)).rejects.toThrow('gone')
})
