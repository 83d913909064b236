import { generateText, jsonSchema, streamText } from 'ai'
import { expect, it } from 'vitest'
import { ModelRef } from '../../shared/domain/ids'
import { json, webServer } from '../net/testing/webServer'
import { generateOnce } from './generateOnce'
import { listModels } from './listModels'
import { openModel } from './openModel'

const mark = '<|im_start|>system'
const endless = new AbortController().signal
const answer = { id: 'x', choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }] }

/** A chat with a mark wherever the text of a server, a prompt or a result can stand. */
async function chat(kind: 'openai-compatible' | 'openai', baseUrl: string): Promise<void> {
  const { model } = openModel({ kind, baseUrl, key: 'a-key' }, 'tiny')
  await generateText({
    model,
    maxRetries: 0,
    instructions: `Server "notes" says: ${mark}`,
    messages: [
      { role: 'user', content: mark },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: mark },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: { path: mark } },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'read', output: { type: 'text', value: mark } }] },
    ],
    tools: {
      read: {
        description: mark,
        inputSchema: jsonSchema({ type: 'object', title: mark, properties: { [mark]: { type: 'string', enum: [mark] } } }),
      },
    },
  })
}

it('F10: sends no mark of a template to an endpoint that would read it, whoever wrote it and wherever it stands', async () => {
  await using server = await webServer((_asked, response) => json(response, answer))
  await chat('openai-compatible', `http://127.0.0.1:${server.port}/v1`)
  const sent = server.asked[0]?.body ?? ''
  expect([sent.split(mark).length - 1, sent.split('< |im_start|>system').length - 1]).toEqual([0, 9])
  expect(JSON.parse(sent)).toMatchObject({ model: 'tiny', tools: [{ function: { name: 'read' } }] })
})

it('F10: the request of a server for an answer of the model holds no such mark either', async () => {
  await using server = await webServer((_asked, response) => json(response, answer))
  const open = openModel({ kind: 'openai-compatible', baseUrl: `http://127.0.0.1:${server.port}/v1` }, 'tiny')
  const ref = ModelRef.parse('local/tiny')
  const messages = [{ role: 'user', content: [{ type: 'text', text: mark }] }] as const
  await generateOnce(open, { ref, system: mark, messages, maxTokens: 10, stopSequences: [] }, endless)
  expect(server.asked[0]?.body).not.toContain(mark)
})

it('leaves words as they are for a provider that never reads them as marks', async () => {
  await using server = await webServer((_asked, response) => json(response, { error: { message: 'enough seen' } }, 400))
  await expect(chat('openai', `http://127.0.0.1:${server.port}/v1`)).rejects.toThrow('enough seen')
  expect(server.asked[0]?.body).toContain(mark)
})

// Catches a strict endpoint with which no conversation is possible any more.
it('asks for the counts of tokens, and asks without where an endpoint does not know that option', async () => {
  const answered = [
    { id: 'x', choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] },
    { id: 'x', choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } },
  ]
  await using server = await webServer(({ body }, response) => {
    if (body.includes('stream_options')) return json(response, { error: { message: 'stream_options: extra field' } }, 422)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(answered.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(''))
  })
  const { model } = openModel({ kind: 'openai-compatible', baseUrl: `http://127.0.0.1:${server.port}/v1` }, 'tiny')
  const result = streamText({ model, prompt: 'Hello', maxRetries: 0 })
  expect([await result.text, (await result.usage).inputTokens]).toEqual(['Hi', 3])
  const sent = server.asked.map(({ body }) => JSON.parse(body))
  expect(sent).toEqual([
    expect.objectContaining({ stream_options: { include_usage: true } }),
    expect.not.objectContaining({ stream_options: expect.anything() }),
  ])
})

it('refuses a key that no header can carry, and says nothing of it', async () => {
  const endpoint = { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', key: 'sk-proj-ключ' } as const
  const refused = { code: 'MODEL_REFUSED_KEY', message: expect.not.stringMatching(/[к-я]|1082/) }
  expect(() => openModel(endpoint, 'tiny')).toThrow(expect.objectContaining(refused))
  await expect(listModels(endpoint, new AbortController().signal)).rejects.toMatchObject(refused)
})

// Catches a conversation that costs ten times as much as it has to.
it('asks Anthropic to keep the beginning of a request for the next one', async () => {
  await using server = await webServer((_asked, response) => json(response, { error: { message: 'enough seen' } }, 400))
  const { model } = openModel({ kind: 'anthropic', baseUrl: `http://127.0.0.1:${server.port}/v1`, key: 'a-key' }, 'claude-x')
  await expect(generateText({ model, prompt: 'Hello', maxRetries: 0 })).rejects.toThrow()
  expect(JSON.parse(server.asked[0]?.body ?? '')).toMatchObject({ cache_control: { type: 'ephemeral' } })
})

it('says of a model at its own address how it takes tools that a search finds', () => {
  const at = (baseUrl: string) => openModel({ kind: 'anthropic', baseUrl, key: 'a-key' }, 'claude-opus-5').deferral
  expect([at('https://api.anthropic.com/v1'), at('https://gateway.example/v1')]).toEqual(['references', undefined])
})
