import { expect, it } from 'vitest'
import type { JsonObject } from '../../shared/lib/json'
import { toolAsMcp } from './toolAsMcp'

const month = { month: { type: 'string' } }

// Catches: the answer to `ui/initialize` has a tool in it that no app takes, which then stays empty for ever.
it.each<[JsonObject, JsonObject]>([
  [
    { properties: month, required: ['month'] },
    { type: 'object', properties: month, required: ['month'] },
  ],
  [
    { type: 'object', additionalProperties: false },
    { type: 'object', additionalProperties: false },
  ],
  [{ properties: [], required: 'month' }, { type: 'object' }],
  [{ properties: null, required: [1] }, { type: 'object' }],
  [
    { properties: { any: true, none: false, odd: 7, month: month.month } },
    { type: 'object', properties: { any: {}, none: { not: {} }, month: month.month } },
  ],
])('AP-16: an app gets the schema of its tool in a form that it takes: %j', (inputSchema, inputs) => {
  expect(toolAsMcp({ name: 'show', inputSchema, hash: 'h' })).toEqual({ name: 'show', inputSchema: inputs })
})

it('AP-16: a schema of results that it would not take is left out, and everything else of the tool is there', () => {
  const tool = { name: 'show', title: 'Show', inputSchema: { type: 'object' }, hash: 'h', modelOnly: true } as const
  const taken = { name: 'show', title: 'Show', inputSchema: { type: 'object' } }
  expect([{ $schema: 7, type: 'object' }, { type: 'array' }, {}].map((outputSchema) => toolAsMcp({ ...tool, outputSchema }))).toEqual([
    taken,
    taken,
    taken,
  ])
  expect(toolAsMcp({ ...tool, outputSchema: { type: 'object' }, taskSupport: 'required', ui: { resourceUri: 'ui://a' } })).toEqual({
    name: 'show',
    title: 'Show',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object' },
    execution: { taskSupport: 'required' },
    _meta: { ui: { resourceUri: 'ui://a', visibility: ['model'] } },
  })
})

// Catches: a tool that its server keeps from the model and from its app is listed as one for the app.
it.each([
  [{}, ['model', 'app']],
  [{ appOnly: true }, ['app']],
  [{ modelOnly: true }, ['model']],
  [{ appOnly: true, modelOnly: true }, []],
] as const)('AP-13: says whom it is for: %j', (seen, visibility) => {
  const tool = { name: 'show', inputSchema: { type: 'object' }, hash: 'h', ui: { resourceUri: 'ui://a' }, ...seen } as const
  expect(toolAsMcp(tool)).toMatchObject({ _meta: { ui: { visibility } } })
})
