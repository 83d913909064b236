import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { ModelRef } from '../../shared/domain/ids'
import { generateOnce, type Generation, type GenerationRequest } from './generateOnce'
import { openModel } from './openModel'

const signal = new AbortController().signal
const text = (words: string) => ({ type: 'text' as const, text: words })
const request = (more: Partial<GenerationRequest> = {}): GenerationRequest => ({
  ref: ModelRef.parse('p/m'),
  messages: [{ role: 'user', content: [text('Look')] }],
  maxTokens: 10,
  stopSequences: [],
  ...more,
})

/** Asks a real endpoint on this computer once. Returns the body of its request and the parsed answer. */
async function complete(
  asked: GenerationRequest,
  message: object,
  more: object = {},
): Promise<{ body: Record<string, unknown>; done: Generation }> {
  let body = ''
  const server = createServer((incoming, response) => {
    incoming.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    incoming.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const choice = { index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: 'stop' }
      response.end(JSON.stringify({ id: 'x', choices: [choice], ...more }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const open = openModel({ kind: 'openai-compatible', baseUrl: `http://127.0.0.1:${port}/v1` }, 'm')
    const done = await generateOnce(open, asked, signal)
    return { body: JSON.parse(body) as Record<string, unknown>, done }
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

const call = (name: string, args: string) => ({ tool_calls: [{ id: 'c1', type: 'function', function: { name, arguments: args } }] })
const odd = { name: 'weather/get now', inputSchema: { type: 'object', properties: { city: { type: 'string' } } } }

it('SA-13, SA-14: gives the model the request’s own tools under names that providers take, and calls of them back under their own', async () => {
  const asked = request({ tools: [odd], toolChoice: 'required' })
  const { body, done } = await complete(asked, call('weather_get_now', '{"city":"Oslo"}'))
  expect(body).toMatchObject({ tool_choice: 'required', tools: [{ function: { name: 'weather_get_now', parameters: odd.inputSchema } }] })
  expect(done.content).toEqual([{ type: 'tool_use', id: 'c1', name: 'weather/get now', input: { city: 'Oslo' } }])
})

it.each([
  ['auto', 'auto'],
  ['none', 'none'],
] as const)('SA-13: maps the choice %s to the provider', async (toolChoice, sent) => {
  const { body } = await complete(request({ tools: [odd], toolChoice }), { content: 'No.' })
  expect(body).toMatchObject({ tool_choice: sent })
})

it('SA-13: leaves out calls that a model makes though it may not', async () => {
  const asked = request({ tools: [odd], toolChoice: 'none' })
  const { done } = await complete(asked, { content: 'Well.', ...call('weather_get_now', '{}') })
  expect(done.content).toEqual([text('Well.')])
})

it('SA-13: puts an answer in words before the person also where the model had to call a tool', async () => {
  const { done } = await complete(request({ tools: [odd], toolChoice: 'required' }), { content: 'I cannot.' })
  expect([done.content, done.stopReason]).toEqual([[text('I cannot.')], 'stop'])
})

it('sends images, calls and their results as the provider has them, with ids of its own', async () => {
  const messages: GenerationRequest['messages'] = [
    { role: 'user', content: [text('Look'), { type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a.1/ü', name: odd.name, input: { city: 'Oslo' } }] },
    { role: 'user', content: [{ type: 'tool_result', toolUseId: 'a.1/ü', content: [text('Sunny')], isError: false }] },
  ]
  const { body } = await complete(request({ messages, tools: [odd] }), { content: 'Sunny.' })
  expect(body['messages']).toMatchObject([
    { role: 'user', content: [text('Look'), { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }] },
    { role: 'assistant', tool_calls: [{ id: 'call_1', function: { name: 'weather_get_now', arguments: '{"city":"Oslo"}' } }] },
    { role: 'tool', tool_call_id: 'call_1', content: 'Sunny' },
  ])
})

it('offers nothing to call where only old calls are left, and passes none on', async () => {
  const messages: GenerationRequest['messages'] = [
    { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'look', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', toolUseId: '1', content: [], structuredContent: { a: 1 } }] },
  ]
  const { body, done } = await complete(request({ messages }), { content: 'Done.', ...call('look', '{}') })
  expect(body).toMatchObject({ tools: [{ function: { name: 'look', description: expect.stringContaining('Do not call it') } }] })
  expect(JSON.stringify(body['messages'])).toContain('{\\"a\\":1}')
  expect(done.content).toEqual([text('Done.')])
})

it('SA-06: asks for no more tokens than it may, and says how many the provider counted', async () => {
  const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 }
  const counted = await complete(request(), { content: 'Hi' }, { usage })
  const uncounted = await complete(request(), { content: 'Hi' })
  expect([counted.body['max_tokens'], counted.done.tokens, uncounted.done.tokens]).toEqual([
    10,
    { input: 7, cached: 0, output: 3, reasoning: 0 },
    undefined,
  ])
})

// Catches a price of what a server asked for, or of a title, that leaves most of it out.
it('counts reasoning as written where a provider counts it beside what it wrote', async () => {
  const usage = { prompt_tokens: 32, completion_tokens: 9, total_tokens: 135, completion_tokens_details: { reasoning_tokens: 94 } }
  const { done } = await complete(request(), { content: 'Hi' }, { usage })
  expect(done.tokens).toEqual({ input: 32, cached: 0, output: 103, reasoning: 94 })
})

it('shows arguments that are no object as the words that they are', async () => {
  const { done } = await complete(request({ tools: [odd] }), call('weather_get_now', '[1, 2'))
  expect(done.content).toEqual([text('weather/get now [1, 2')])
})
