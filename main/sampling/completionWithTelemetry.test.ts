import { expect, it } from 'vitest'
import { CallId, ConversationId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { Generation, GenerationRequest } from '../models/generateOnce'
import { collectedTelemetry } from '../telemetry/testing/collectedTelemetry'
import { completionWithTelemetry } from './completionWithTelemetry'
import { never, oneModel, small, text } from './testing/samplingBench'

const callId = CallId.parse('0190a5d0-0000-7000-8000-000000000107')
const other = CallId.parse('0190a5d0-0000-7000-8000-000000000108')
const conversationId = ConversationId.parse('5f0c6f0e-7a53-4f8e-9d0b-0c3f5a1e2b7d')
const request: GenerationRequest = {
  ref: small,
  system: 'Be canary-system',
  messages: [{ role: 'user', content: [text('canary-question'), { type: 'image', data: 'Y2FuYXJ5', mimeType: 'image/png' }] }],
  maxTokens: 100,
  temperature: 0.5,
  stopSequences: ['canary-stop'],
}
const generation: Generation = {
  content: [text('canary-answer')],
  stopReason: 'stop',
  model: small,
  tokens: { input: 7, output: 3 },
  responseId: 'r-1',
  responseModel: 'tiny-2',
}

/** Asks as a server does in the calls that these ids name, while one call of a turn is under way. */
async function asked(callIds: readonly CallId[], complete: () => Promise<Generation>, content = false) {
  await using test = await collectedTelemetry({ content })
  const { telemetry } = test
  const turn = telemetry.begin('turn', { conversationId })
  const tool = turn.within(() => telemetry.begin('tool', { conversationId, callId, tool: 'forecast', arguments: () => '{}' }))
  const models = { models: () => oneModel, complete }
  // The messages of a local server are read in the context of whatever started it.
  const done = turn.within(() => completionWithTelemetry({ telemetry, models }, { callIds }, request, never))
  await done.catch(() => undefined)
  tool.end({})
  turn.end({})
  const spans = await test.spans()
  const [chat] = spans.filter(({ name }) => name.startsWith('chat'))
  if (!chat) throw new Error('There is no span of the model')
  const parent = spans.find(({ spanId }) => spanId === chat.parentSpanId)?.name
  return { chat, parent, text: test.text(), done }
}

it('a model that a server asks is a span of the call in which it asks, as for a turn, with nothing of what is said', async () => {
  const { chat, parent, text: all } = await asked([callId], async () => generation)
  expect([chat.name, chat.kind, chat.status, parent]).toEqual(['chat tiny', 3, 0, 'execute_tool forecast'])
  expect(chat.attributes).toEqual({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai_compatible',
    'gen_ai.request.model': 'tiny',
    'gen_ai.request.max_tokens': 100,
    'gen_ai.request.temperature': 0.5,
    'gen_ai.response.id': 'r-1',
    'gen_ai.response.model': 'tiny-2',
    'gen_ai.response.finish_reasons': ['stop'],
    'gen_ai.usage.input_tokens': 7,
    'gen_ai.usage.output_tokens': 3,
    'mcp.method.name': 'sampling/createMessage',
  })
  expect(all).not.toContain('canary')
})

it('what is said goes too where that was agreed to, and a picture by its type alone', async () => {
  const { chat } = await asked([callId], async () => generation, true)
  expect(
    [chat.attributes['gen_ai.input.messages'], chat.attributes['gen_ai.output.messages']].map(
      (json) => JSON.parse(String(json)) as unknown,
    ),
  ).toEqual([
    [
      { role: 'system', parts: [{ type: 'text', content: 'Be canary-system' }] },
      {
        role: 'user',
        parts: [
          { type: 'text', content: 'canary-question' },
          { type: 'image', mime_type: 'image/png' },
        ],
      },
    ],
    [{ role: 'assistant', parts: [{ type: 'text', content: 'canary-answer' }] }],
  ])
})

it('a model that fails has the status of an error, and the error’s code alone', async () => {
  const failure = new AppError('MODEL_UNREACHABLE', 'canary at 10.0.0.7')
  const { chat, text: all, done } = await asked([callId], () => Promise.reject(failure))
  await expect(done).rejects.toBe(failure)
  expect([chat.status, chat.attributes['error.type'], all.includes('canary')]).toEqual([2, 'MODEL_UNREACHABLE', false])
})

// A local server names no call with what it asks, and is often started inside of another one.
it.each([
  ['several calls may have asked', [callId, other]],
  ['the call is over', [other]],
  ['no call is under way', []],
])('belongs to no call where %s', async (_, callIds) => {
  const { chat, parent } = await asked(callIds, async () => generation)
  expect([parent, chat.parentSpanId ?? '']).toEqual([undefined, ''])
})
