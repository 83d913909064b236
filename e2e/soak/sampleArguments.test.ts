import { expect, it } from 'vitest'
import { createRandom } from './random'
import { sampleArguments } from './sampleArguments'

it('gives every required argument a value of its kind, however deep the schema is', () => {
  interface Nested {
    readonly type: 'object'
    readonly properties: Record<string, object>
    readonly required: readonly string[]
  }
  const nested: Nested = { type: 'object', properties: { kind: { type: 'string', enum: ['file'] } }, required: ['kind', 'self'] }
  nested.properties['self'] = nested
  const properties = { path: { type: 'string' }, count: { type: 'integer', minimum: 4 }, nested }
  const random = createRandom(2)
  for (let times = 0; times < 50; times++) {
    const args = sampleArguments({ type: 'object', properties, required: ['path', 'count', 'nested'] }, random)
    expect(args).toMatchObject({ path: expect.any(String), nested: { kind: 'file' } })
    expect(args['count']).toBeGreaterThanOrEqual(4)
  }
})

it('gives some of the others, and not always', () => {
  const random = createRandom(2)
  const given = Array.from(
    { length: 50 },
    () => 'more' in sampleArguments({ properties: { more: { type: 'boolean' } }, required: [] }, random),
  )
  expect(new Set(given)).toEqual(new Set([true, false]))
})
