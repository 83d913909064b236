import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { defaultLimits } from '../../../shared/domain/defaultLimits'
import { ServerId } from '../../../shared/domain/ids'
import type { JsonObject } from '../../../shared/lib/json'
import { SchemaChecker } from '../../schemas/schemaChecker'
import { checkArguments } from '../checkArguments'

const script = fileURLToPath(new URL('../../schemas/validationWorker.ts', import.meta.url))
const checker = new SchemaChecker({ script, limits: () => defaultLimits })
afterAll(() => checker[Symbol.asyncDispose]())

const verdict = async (inputSchema: JsonObject, args: JsonObject): Promise<string> => {
  const tool = { serverId: ServerId.parse('a-server'), inputSchema }
  return (await checkArguments(checker, tool, args, new AbortController().signal)).verdict
}

// A model was told of such a tool, and each of its calls was refused: its schema could not be checked.
it('checks arguments against what a schema of an earlier draft says, and takes no call of a schema that says nothing', async () => {
  const ttl = { type: 'object', properties: { ttl: { type: 'integer', minimum: 0, exclusiveMinimum: true } } }
  for (const schema of [ttl, { ...ttl, $schema: 'http://json-schema.org/draft-04/schema#' }])
    expect([await verdict(schema, { ttl: 1 }), await verdict(schema, { ttl: 0 })]).toEqual(['valid', 'invalid'])
  const named = { type: 'object', properties: { name: { type: 'string', required: true }, free: { type: 'string', required: false } } }
  expect([await verdict(named, { name: 'a', free: null }), await verdict(named, { free: 'a' })]).toEqual(['valid', 'invalid'])
  const pair = { type: 'object', properties: { pair: { type: 'array', items: [{ type: 'string' }], additionalItems: false } } }
  expect([await verdict(pair, { pair: ['a'] }), await verdict(pair, { pair: ['a', 1] })]).toEqual(['valid', 'invalid'])
  expect(await verdict({ type: 'object', properties: { a: { type: 'any' } } }, { a: 1 })).toBe('unverifiable')
})
