import type { ServerResponse } from 'node:http'
import { generateText, streamText } from 'ai'
import { expect, it } from 'vitest'
import { json, webServer } from '../../net/testing/webServer'
import { openModel } from '../openModel'
import { readUsage, withReadableUsage } from './withReadableUsage'

const open = (port: number) => openModel({ kind: 'openai-compatible', baseUrl: `http://127.0.0.1:${port}/v1` }, 'tiny').model

function stream(response: ServerResponse, chunks: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(chunks.join(''))
}

const rubbish = [
  ['no object', '"many"'],
  ['a list', '[1,2]'],
  ['a number', '7'],
  ['words in it', '{"prompt_tokens":"many","completion_tokens":2}'],
  ['an endless number', '{"prompt_tokens":1e999,"completion_tokens":2}'],
  ['an object as a count', '{"prompt_tokens":{},"completion_tokens":2}'],
  ['a truth as a count', '{"prompt_tokens":3,"completion_tokens":true}'],
] as const

// Catches: the words stood on the screen already, and the answer ended as an error because of what came behind them.
it.each(rubbish)('an answer with %s for its usage is whole, and tells no count', async (_what, usage) => {
  await using server = await webServer(({ body }, response) => {
    if (!body.includes('"stream":true'))
      return void response.end(
        `\n{"id":"x",\n"choices":[{"index":0,"message":{"content":"Hi"},"finish_reason":"stop"}],\n"usage":${usage}}`,
      )
    stream(response, [
      `data: {"id":"x","choices":[{"index":0,"delta":{"content":"Hi"}}],"usage":${usage}}\r\n\r\n`,
      'data: {"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
      `data:{"id":"x","choices":[],"usage":${usage}}\n\n`,
      'data: [DONE]\n\n',
    ])
  })
  const prompt = { model: open(server.port), prompt: 'Hello', maxRetries: 0 }
  const streamed = streamText({ ...prompt, onError: () => undefined })
  expect([await streamed.text, await streamed.finishReason, (await streamed.usage).inputTokens]).toEqual(['Hi', 'stop', undefined])
  const whole = await generateText(prompt)
  expect([whole.text, whole.finishReason, whole.usage.inputTokens]).toEqual(['Hi', 'stop', undefined])
})

it('counts that are written as texts are read', async () => {
  const usage = { prompt_tokens: '3', completion_tokens: '2', total_tokens: 5, prompt_tokens_details: { cached_tokens: '1' } }
  await using server = await webServer((_asked, response) => json(response, { choices: [{ message: { content: 'Hi' } }], usage }))
  const { text, usage: told } = await generateText({ model: open(server.port), prompt: 'Hello', maxRetries: 0 })
  expect([text, told.inputTokens, told.outputTokens, told.inputTokenDetails.cacheReadTokens]).toEqual(['Hi', 3, 2, 1])
})

it('details that cannot be read take nothing else along', () => {
  const counts = { prompt_tokens: 3, completion_tokens: 2 }
  expect(readUsage({ ...counts, completion_tokens_details: { reasoning_tokens: 'x' }, prompt_tokens_details: 'none' })).toEqual({
    ...counts,
    completion_tokens_details: null,
    prompt_tokens_details: null,
  })
  expect(readUsage({ ...counts, total_tokens: 'n/a' })).toEqual({ ...counts, total_tokens: null })
  const fine = { ...counts, total_tokens: null, prompt_tokens_details: { cached_tokens: 1, audio: 'x' }, cost: 'free' }
  expect(readUsage(fine)).toBe(fine)
})

/** What comes of bytes that are sent in pieces of a size. */
async function through(text: string, size: number, status = 200): Promise<string> {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_none, index) => bytes.subarray(index * size, (index + 1) * size))
  const send = withReadableUsage(() => Promise.resolve(new Response(ReadableStream.from(pieces), { status })))
  return await (await send('http://127.0.0.1/')).text()
}

it('everything else comes as it was sent, however it is cut', async () => {
  const texts = [
    'data: {"choices":[{"delta":{"content":"\\"usage\\": 名"}}], "usage": null}\n\ndata: {"usage": {"prompt_tokens": 1}}\r\n\r\n: "usage"\ndata: [DONE]',
    ' {"usage": \n {"prompt_tokens": 1}}\n',
    'data: "usage" {{{\n',
    '\n\n',
    '',
  ]
  for (const text of texts) for (const size of [1, 7, 10_000]) expect(await through(text, size)).toBe(text)
  expect(await through('{"usage":"x"}', 4, 500)).toBe('{"usage":"x"}')
  expect(await through('data: {"usage":"x"}\n\ndata: {"usage":"y"}', 3)).toBe('data: {"usage":null}\n\ndata: {"usage":null}\n')
})

it('X10: one line of megabytes in small pieces takes time in proportion to it', { tags: ['slow'] }, async () => {
  const began = performance.now()
  expect((await through(`data: {"choices":"${'x'.repeat(8_000_000)}","usage":"x"}\n`, 1_000)).slice(-16)).toBe('","usage":null}\n')
  expect(performance.now() - began).toBeLessThan(5_000)
})
