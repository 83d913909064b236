import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { defaultLimits } from '../../shared/domain/limits'
import type { JsonObject } from '../../shared/lib/json'
import { SchemaChecker } from './checkValue'

const script = fileURLToPath(new URL('worker.ts', import.meta.url))
const checker = new SchemaChecker({ script, limits: () => defaultLimits })
afterAll(() => checker[Symbol.asyncDispose]())

const check = (schema: JsonObject, value: unknown, server = 'one') =>
  checker.check(ServerId.parse(server), schema, value, new AbortController().signal)

it('says what does not fit, and where', async () => {
  const schema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'], additionalProperties: false }
  expect(await check(schema, { a: 1 })).toEqual({ verdict: 'valid' })
  expect(await check(schema, { a: 'x' })).toEqual({ verdict: 'invalid', errors: ['/a must be number'] })
  expect(await check(schema, { a: 1, b: 2 })).toEqual({ verdict: 'invalid', errors: ['/ must NOT have additional properties (b)'] })
})

it('reads a schema in the dialect that it names, and 2020-12 where it names none', async () => {
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

it('J03: a schema that is made of itself is unverifiable, and the next one works', async () => {
  expect((await check({ allOf: [{ $ref: '#' }, { $ref: '#' }] }, {})).verdict).toBe('unverifiable')
  expect((await check({ type: 'object' }, {})).verdict).toBe('valid')
})

it('J04: a schema that takes too long is stopped, stays unverifiable, and the next one works', async () => {
  const items = Array.from({ length: 4_000 }, (_, index) => ({ a: index, b: { c: index } }))
  const slow = { type: 'array', uniqueItems: true }
  const first = await check(slow, items)
  expect(first).toEqual({ verdict: 'unverifiable', reason: 'Checking took longer than 100 ms' })
  expect(await check(slow, [1, 2])).toEqual(first)
  expect((await check({ type: 'array' }, items)).verdict).toBe('valid')
})

it('J05: a reference to somewhere else is told and never followed', async () => {
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
