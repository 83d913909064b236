import { expect, it } from 'vitest'
import { schemaForModel } from './schemaForModel'

it('F12: tells a model how much hides in each word, name and value of a schema, and nothing of what it is', () => {
  const hidden = 'a\u{E0068}\u{E0069}b'
  const schema = {
    type: 'object',
    title: hidden,
    properties: { [hidden]: { description: hidden, enum: [hidden, 1], default: hidden, examples: [{ x: hidden }] } },
    required: [hidden],
  }
  const told = JSON.stringify(schemaForModel(schema))
  expect(told).not.toMatch(/[\u{E0000}-\u{E007F}]/u)
  expect(told.match(/a‹2 hidden characters›b/g)).toHaveLength(7)
  expect(schemaForModel(schema)).toBe(schemaForModel(schema))
})

it('leaves a schema of any language as it is', () => {
  const schema = { type: 'object', properties: { название: { description: 'می\u200Cخواهم 👩\u200D🚀' } } }
  expect(JSON.stringify(schemaForModel(schema)?.schema)).toBe(JSON.stringify(schema))
})
