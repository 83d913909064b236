import { tracingChannel } from 'node:diagnostics_channel'
import { AI_SDK_TELEMETRY_TRACING_CHANNEL, generateText, registerTelemetry } from 'ai'
import { beforeEach, expect, it } from 'vitest'
import { ModelRef } from '../../shared/domain/ids'
import { streamModelStep } from '../chat/modelStep'
import { ScriptedModel } from '../chat/testing/scriptedModel'
import { httpServer, sendJson } from '../connections/testing/httpServer'
import { generateOnce } from '../models/generateOnce'
import { openModel } from '../models/openModel'

const signal = new AbortController().signal
const QUESTION = 'canary-question'
const answer = { id: 'a', choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }] }

/** What the library told to those who listen in both of its ways, by its own name for each. */
const heard = { callbacks: new Set<string>(), channel: new Set<string>(), text: '' }
function hear(where: 'callbacks' | 'channel', name: string, event: unknown): void {
  heard[where].add(name)
  heard.text += JSON.stringify(event)
}
registerTelemetry({
  onStart: (event) => hear('callbacks', 'start', event),
  onLanguageModelCallStart: (event) => hear('callbacks', 'call', event),
  onEnd: (event) => hear('callbacks', 'end', event),
})
tracingChannel(AI_SDK_TELEMETRY_TRACING_CHANNEL).subscribe({
  start: (event) => hear('channel', 'start', event),
  end: () => undefined,
  asyncStart: () => undefined,
  asyncEnd: () => undefined,
  error: () => undefined,
})

beforeEach(() => {
  heard.callbacks.clear()
  heard.channel.clear()
  heard.text = ''
})

// Without it, the others would show nothing: they pass as well where nobody is told in these ways any more.
it('the library tells whoever listens what a model was asked, as long as nobody forbids it', async () => {
  await using server = await httpServer(({ response }) => sendJson(response, answer))
  const { model } = openModel({ kind: 'openai-compatible', baseUrl: server.url }, 'm')
  await generateText({ model, prompt: QUESTION })
  expect([[...heard.callbacks], [...heard.channel]]).toEqual([['start', 'call', 'end'], ['start']])
  expect(heard.text).toContain(QUESTION)
})

it('of a turn of a conversation the library tells nobody anything', async () => {
  await using endpoint = await ScriptedModel.start({ text: ['Yes.'] })
  const { model } = openModel({ kind: 'openai-compatible', baseUrl: endpoint.baseUrl }, 'm')
  const step = { model, modelName: 'm', instructions: QUESTION, tools: [], descriptionBytes: 100, quietMs: 60_000 }
  const events = await Array.fromAsync(streamModelStep({ ...step, messages: [{ role: 'user', content: QUESTION }] }, signal))
  expect([events.length > 0, JSON.stringify(endpoint.requests).includes(QUESTION)]).toEqual([true, true])
  expect([heard.callbacks.size, heard.channel.size, heard.text]).toEqual([0, 0, ''])
})

it('of what a server asks a model the library tells nobody anything', async () => {
  await using server = await httpServer(({ response }) => sendJson(response, answer))
  const open = openModel({ kind: 'openai-compatible', baseUrl: server.url }, 'm')
  const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, text: QUESTION }] }]
  await generateOnce(open, { ref: ModelRef.parse('p/m'), messages, maxTokens: 10, stopSequences: [] }, signal)
  expect(server.received.map(({ text }) => text.includes(QUESTION))).toEqual([true])
  expect([heard.callbacks.size, heard.channel.size, heard.text]).toEqual([0, 0, ''])
})
