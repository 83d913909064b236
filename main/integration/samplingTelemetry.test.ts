import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import type { Question } from '../../shared/domain/question'
import { httpServer, sendJson } from '../connections/testing/httpServer'
import { run, send } from '../sampling/testing/samplingBench'
import { offConventions } from '../telemetry/testing/offConventions'
import { OtlpReceiver } from '../telemetry/testing/otlpReceiver'
import { asks, askingServer, done } from '../testing/elicitingHost'
import { TestHost } from '../testing/testHost'

const everythingJs = join(
  createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json'),
  '../dist/index.js',
)
const serverId = ServerId.parse('target')
const params = { messages: [{ role: 'user', content: { type: 'text', text: 'canary-question' } }], maxTokens: 50 }

async function answer(host: TestHost, given: typeof run | typeof send): Promise<void> {
  const isMeant = ({ details }: Question): boolean => details.kind === given.kind
  const { open } = await host.until('questions', (questions) => questions.open.some(isMeant))
  const question = open.find(isMeant)
  if (!question) throw new Error(`There is no question of ${given.kind}`)
  await host.call('questions.answer', { questionId: question.id, answer: given })
}

/** Runs a tool whose server asks for an answer of the model, which a person allows and sends. Returns the spans. */
async function sampled(server: object, tool: string, args: object) {
  await using receiver = await OtlpReceiver.start()
  // It answers in one piece, as it is asked for through sampling.
  await using model = await httpServer(({ response }) =>
    sendJson(response, {
      id: 'answer-1',
      model: 'scripted-1-large',
      choices: [{ index: 0, message: { role: 'assistant', content: 'canary-answer' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    }),
  )
  const providers = [
    { id: 'local', kind: 'openai-compatible', name: 'Local', baseUrl: `${new URL(model.url).origin}/v1`, models: ['scripted-1'] },
  ]
  await using host = await TestHost.start({
    files: {
      'servers.json': { mcpServers: { target: server } },
      'settings.json': {
        models: { default: 'local/scripted-1', providers },
        telemetry: { endpoint: receiver.endpoint, protocol: 'http/json' },
      },
    },
  })
  await host.until('connections.states', (states) => states[serverId]?.phase === 'ready')
  const { conversationId } = await host.call('chat.create', {})
  await host.call('chat.runTool', { conversationId, serverId, tool, arguments: args })
  await answer(host, run)
  await answer(host, send)
  await host.until('chat.conversations', (list) => list.some(({ id, turn }) => id === conversationId && turn === 'done'))
  await host.call('telemetry.turnOff', {})
  await host.until('telemetry', ({ counts }) => counts.sent > 0)
  await expect.poll(() => receiver.spans().map(({ name }) => name)).toContain(`execute_tool ${tool}`)
  return { spans: receiver.spans(), text: receiver.text }
}

it.each(['2026, over HTTP', '2025, over stdio'])('what a server asks a model is told as a part of its call: %s', async (era) => {
  await using asking = await askingServer((_params, tries) =>
    tries === 1 ? asks({ ask: { method: 'sampling/createMessage', params } }) : done,
  )
  const { spans, text } = era.startsWith('2026')
    ? await sampled({ type: 'http', url: asking.url }, 'go', {})
    : await sampled({ command: process.execPath, args: [everythingJs] }, 'trigger-sampling-request', {
        prompt: 'canary-question',
        maxTokens: 50,
      })
  const tool = spans.find(({ name }) => name.startsWith('execute_tool'))
  const chat = spans.find(({ name }) => name === 'chat scripted-1')
  expect([chat?.traceId, chat?.parentSpanId]).toEqual([tool?.traceId, tool?.spanId])
  expect(chat?.attributes).toMatchObject({
    'mcp.method.name': 'sampling/createMessage',
    'gen_ai.request.max_tokens': 50,
    'gen_ai.response.model': 'scripted-1-large',
    'gen_ai.usage.input_tokens': 7,
  })
  const kind = { 'parley.question.kind': 'sampling' }
  expect(tool?.events).toEqual([
    { name: 'parley.question.asked', attributes: kind },
    { name: 'parley.question.ended', attributes: { ...kind, 'parley.question.outcome': 'answered' } },
    // Only a server of the 2026 era is sent its call again, with the answer.
    ...(era.startsWith('2026') ? [{ name: 'parley.round', attributes: { 'parley.round.number': 2 } }] : []),
  ])
  expect(offConventions(spans)).toEqual([])
  expect(text).not.toContain('canary')
})
