import { expect, it } from 'vitest'
import { json, webServer } from '../../net/testing/webServer'
import { localModelFacts } from './localModelFacts'

const signal = new AbortController().signal
type Body = Readonly<Record<string, unknown>>

/** Stands for a model server that has these routes. */
const serverWith = (routes: Readonly<Record<string, Body>>) =>
  webServer(({ url, body }, response) => {
    const model = body === '' ? '' : String((JSON.parse(body) as Body)['model'])
    const found = routes[`${url} ${model}`.trim()]
    return found ? json(response, found) : json(response, { error: 'not found' }, 404)
  })

it('reads of each model of Ollama what it can, and how much it will take in', async () => {
  await using server = await serverWith({
    '/api/show big': { capabilities: ['completion', 'tools', 'vision', 'thinking'], model_info: { 'qwen3.context_length': 262_144 } },
    '/api/show small': { capabilities: ['completion'], model_info: { 'gemma.context_length': 8_192 } },
    '/api/show odd': { capabilities: 'all' },
  })
  const endpoint = { kind: 'ollama', baseUrl: `http://127.0.0.1:${server.port}`, context: { big: 65_536 } } as const
  expect(await localModelFacts(endpoint, ['big', 'small', 'odd', 'gone'], signal)).toEqual(
    new Map([
      ['big', { sees: true, thinks: true, tools: true, context: 65_536, mostContext: 262_144 }],
      ['small', { sees: false, thinks: false, tools: false, context: 8_192, mostContext: 8_192 }],
    ]),
  )
})

it('reads the context that LM Studio loaded a model with, not the most that it could have', async () => {
  const model = { type: 'llm', max_context_length: 131_072, capabilities: { vision: true, trained_for_tool_use: false } }
  await using server = await serverWith({
    '/api/v1/models': {
      models: [
        { ...model, key: 'qwen', loaded_instances: [{ id: 'qwen', config: { context_length: 4_096 } }] },
        { ...model, key: 'resting', loaded_instances: [] },
        { type: 'embedding', key: 'nomic', loaded_instances: [] },
      ],
    },
  })
  const endpoint = { kind: 'openai-compatible', baseUrl: `http://127.0.0.1:${server.port}/v1` } as const
  expect(await localModelFacts(endpoint, ['qwen', 'resting', 'nomic'], signal)).toEqual(
    new Map([
      ['qwen', { sees: true, tools: false, context: 4_096 }],
      ['resting', { sees: true, tools: false }],
    ]),
  )
})

it('reads the context of the one model of llama.cpp', async () => {
  await using server = await serverWith({
    '/props': { default_generation_settings: { n_ctx: 8_192 }, modalities: { vision: false, audio: false } },
  })
  const endpoint = { kind: 'openai-compatible', baseUrl: `http://127.0.0.1:${server.port}/v1` } as const
  expect(await localModelFacts(endpoint, ['m.gguf'], signal)).toEqual(new Map([['m.gguf', { context: 8_192, sees: false }]]))
})

it('knows nothing of what another program says, or nobody', async () => {
  await using server = await serverWith({ '/api/v1/models': { models: 'all' }, '/props': { n_ctx: 4 } })
  const at = (port: number) => ({ kind: 'openai-compatible', baseUrl: `http://127.0.0.1:${port}/v1` }) as const
  expect(await localModelFacts(at(server.port), ['a'], signal)).toEqual(new Map())
  expect(await localModelFacts(at(9), ['a'], signal)).toEqual(new Map())
})
