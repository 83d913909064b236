import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { expect, it } from 'vitest'
import type { ProviderKind } from '../../../shared/domain/models/modelProvider'
import type { JsonObject } from '../../../shared/lib/json'
import { json, webServer } from '../../net/testing/webServer'
import { openModel } from '../../models/openModel'
import { streamModelStep } from '../modelStep'
import { ChatBench, textResult } from '../testing/chatBench'
import { ScriptedModel } from '../testing/scriptedModel'

/** What an endpoint of this kind is told of a tool with this schema: its description and its schema. */
async function sentTo(kind: ProviderKind, inputSchema: JsonObject): Promise<unknown> {
  await using server = await webServer((_asked, response) => json(response, { error: { message: 'enough seen' } }, 400))
  const { model } = openModel({ kind, baseUrl: `http://127.0.0.1:${server.port}`, key: 'a-key' }, 'a-model')
  const tools = [{ name: 'files__find', tool: { name: 'find', description: 'Finds.', inputSchema } }]
  const step = { model, modelName: 'a-model', instructions: '', messages: [{ role: 'user' as const, content: 'Hi' }] }
  const sent = streamModelStep({ ...step, tools, descriptionBytes: 1_000, quietMs: 10_000 }, new AbortController().signal)
  await expect(Array.fromAsync(sent)).rejects.toThrow()
  const told: unknown = JSON.parse(server.asked[0]?.body ?? '').tools
  return told
}

const text = { type: 'string' }
const choice = { anyOf: [{ required: ['id'] }, { required: ['path'] }], properties: { id: text, path: text } }

// One such tool makes each of these endpoints refuse every request that lists it (zereight/gitlab-mcp#550, langchain-ai/langchainjs#9804).
it.each(['anthropic', 'openai', 'google', 'openai-compatible'] as const)(
  'sends %s a tool with a choice at its root as one object',
  async (kind) => {
    const told = JSON.stringify(await sentTo(kind, choice))
    expect(told).toContain(JSON.stringify({ type: 'object', properties: { id: text, path: text } }).slice(0, -1))
    const [description, ...schema] = [
      /"description":"(Finds(?:[^"\\]|\\.)*)"/.exec(told)?.[1] ?? '',
      told.replace(/"description":"Finds(?:[^"\\]|\\.)*"/, ''),
    ]
    expect(description).toContain('The arguments as a whole have to fit')
    expect(description).toContain('anyOf')
    expect(schema.join('')).not.toContain('anyOf')
  },
)

it('sends each kind of endpoint what it takes of names, lists and bounds, and else the bytes of the server', async () => {
  const odd = {
    type: 'object',
    properties: { 'filter[id]': text, all: { type: 'array' }, ttl: { minimum: 0, exclusiveMinimum: true } },
    required: ['filter[id]'],
  }
  const ttl = { exclusiveMinimum: 0 }
  expect(await sentTo('anthropic', odd)).toMatchObject([
    {
      input_schema: {
        properties: { filter_id: { description: 'Called "filter[id]".' }, all: { type: 'array' }, ttl },
        required: ['filter_id'],
      },
    },
  ])
  expect(await sentTo('openai', odd)).toMatchObject([
    { parameters: { properties: { 'filter[id]': text, all: { type: 'array', items: {} }, ttl }, required: ['filter[id]'] } },
  ])
  expect(await sentTo('openai', { type: 'object' })).toMatchObject([{ parameters: { type: 'object', properties: {} } }])
  const usual = {
    required: ['a'],
    type: 'object',
    properties: { a: { anyOf: [text, { type: 'null' }] }, b: { type: 'array', items: text } },
  }
  for (const kind of ['anthropic', 'openai', 'google', 'openai-compatible'] as const)
    expect(JSON.stringify(await sentTo(kind, usual))).toContain(JSON.stringify(usual))
  for (const kind of ['anthropic', 'google'] as const)
    expect(JSON.stringify(await sentTo(kind, { type: 'object' }))).toContain('{"type":"object"}')
})

it('calls a tool under the names that its server knows, which is also what the person sees', async () => {
  await using model = await ScriptedModel.start(
    { calls: [{ id: 'one', name: 'files__find', arguments: JSON.stringify({ filter_id: '7', page: 2 }) }] },
    { text: ['Found.'] },
  )
  const bench = new ChatBench({
    tools: { files: { find: () => Promise.resolve(textResult('found')) } },
    schemas: { find: { type: 'object', properties: { 'filter[id]': text, page: { type: 'integer' } } } },
    openModel: () => ({
      model: createOpenAICompatible({ name: 'local', baseURL: model.baseUrl }).chatModel('claude-of-a-gateway'),
      name: 'claude-of-a-gateway',
      images: false,
      media: [],
    }),
  })
  const id = bench.open()
  bench.runner.send(id, 'Find it')
  const shown = await bench.ended(id)
  expect(model.requests[0]?.tools?.[0]?.function.parameters).toMatchObject({ properties: { filter_id: {}, page: {} } })
  expect(bench.servers.calls[0]?.arguments).toEqual({ 'filter[id]': '7', page: 2 })
  expect(shown.messages[1]?.parts.find(({ kind }) => kind === 'call')).toMatchObject({ call: { asked: { 'filter[id]': '7', page: 2 } } })
})
